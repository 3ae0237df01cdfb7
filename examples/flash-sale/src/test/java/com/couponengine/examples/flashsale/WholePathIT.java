package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.kafka.KafkaEventPublisher;
import com.couponengine.kafka.KafkaSettings;
import com.couponengine.redis.RedisStockGate;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.stats.CouponStats;
import com.couponengine.stats.DailyFigures;
import com.couponengine.stats.TemplateStats;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From the grab to the statistics: Redis, MariaDB, Kafka and ClickHouse. */
@Timeout(180)
class WholePathIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int STOCK = 1_000;

    private final SqlDatabase database = SqlServer.shared(SqlVariant.MARIADB).newDatabase();
    private final KafkaSettings topic = Topics.settings(Topics.create("events", 4));
    private final KafkaEventPublisher publisher = new KafkaEventPublisher(topic);
    private final RedisStockGate gate = RealHost.redisGate(RedisServer.shared().url(), database);
    private final RealHost host = new RealHost(database, gate, publisher);
    private final Statistics statistics = new Statistics(topic, database);
    private final CouponStats stats = statistics.of(host);

    @AfterEach
    void close() {
        host.close();
        gate.close();
        publisher.close();
        statistics.close();
    }

    // B96
    @Test
    void threeUsesOf1234Are3702EverywhereAndAReleaseTakesItsPartBack() {
        long template = host.published(RealHost.sale(STOCK, 1).zone(ZoneId.of("Asia/Shanghai")));
        for (long user : List.of(101L, 202L, 303L)) {
            RedemptionResult redeemed =
                    host.engine.redeem(user, grab(user, template), "order-" + user, order("100.00"));
            assertThat(redeemed.status()).isEqualTo(RedemptionStatus.REDEEMED);
            assertThat(redeemed.discount()).isEqualTo(Money.of("12.34", "CNY"));
        }
        String unused = grab(404L, template);

        await().atMost(SOON).untilAsserted(() -> {
            TemplateStats now = stats.template(template).orElseThrow();
            assertThat(now.total().issued()).isEqualTo(4);
            assertThat(now.used()).isEqualTo(3);
            assertThat(now.discount()).isEqualTo(Money.of("37.02", "CNY"));
        });
        TemplateStats now = stats.template(template).orElseThrow();
        assertThat(now.remaining()).isEqualTo(STOCK - 4);
        assertThat(now.issued()).isEqualTo(4);
        assertThat(now.discount()).hasToString("37.02 CNY");
        assertThat(discountByDay(template, now)).isEqualByComparingTo("37.02");
        assertThat(statistics.ask("toInt64(sumIf(discount, type = 'REDEEMED'))", template))
                .isEqualTo(3_702);
        assertThat(statistics.ask("toInt64(count())", template)).isEqualTo(7);
        assertThat(storedDiscount(template)).isEqualTo(3_702);
        assertThat(host.stored.rows(template))
                .extracting(StoredCoupons.Row::code)
                .contains(unused);

        Coupon first = host.engine.coupons().find(codeOf(template, 101L)).orElseThrow();
        assertThat(host.engine
                        .release(101L, first.code().toString(), "order-101")
                        .status())
                .isEqualTo(RedemptionStatus.RELEASED);

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(stats.template(template).orElseThrow().discount())
                                .isEqualTo(Money.of("24.68", "CNY")));
        TemplateStats after = stats.template(template).orElseThrow();
        assertThat(after.used()).isEqualTo(2);
        assertThat(after.total().discountGiven()).isEqualTo(Money.of("37.02", "CNY"));
        assertThat(after.total().discountTakenBack()).isEqualTo(Money.of("12.34", "CNY"));
        assertThat(discountByDay(template, after)).isEqualByComparingTo("24.68");
        assertThat(statistics.ask("toInt64(sumIf(discount, type = 'RELEASED'))", template))
                .isEqualTo(1_234);
        assertThat(storedDiscount(template)).isEqualTo(2_468);
    }

    // B89
    @Test
    void aSaleAgreesToTheCentInDatabaseCountersAndHistoryThoughAConsumerIsLost() {
        long seed = new Random().nextLong();
        System.out.println("orders: seed " + seed);
        Random random = new Random(seed);
        long template = host.published(RealHost.sale(STOCK, 1).discount(Discount.percentOff("0.975", "CNY")));
        List<Long> users = new ArrayList<>();
        for (long user = 1; user <= 300; user++) {
            users.add(user);
        }
        users.parallelStream().forEach(user -> grab(user, template));
        int uses = 0;
        for (long user : users) {
            uses += order(template, user, random) ? 1 : 0;
            if (user == 150) {
                statistics.loseTheConsumerBeforeItCommits();
            }
        }

        long used = uses;
        long discount = storedDiscount(template);
        await().atMost(SOON).untilAsserted(() -> {
            TemplateStats now = stats.template(template).orElseThrow();
            assertThat(now.total().issued()).isEqualTo(300);
            assertThat(now.used()).isEqualTo(used);
            assertThat(now.discount()).isEqualTo(Money.ofMinor(discount, "CNY"));
        });
        TemplateStats now = stats.template(template).orElseThrow();
        assertThat(now.remaining()).isEqualTo(STOCK - 300);
        assertThat(host.stored.rows(template)).hasSize(300);
        assertThat(discountByDay(template, now)).isEqualByComparingTo(BigDecimal.valueOf(discount, 2));
        assertThat(statistics.ask("toInt64(countIf(type = 'ISSUED'))", template))
                .isEqualTo(300);
        assertThat(statistics.ask(
                        "toInt64(sumIf(discount, type IN ('REDEEMED', 'CONFIRMED'))"
                                + " - sumIf(discount, type = 'RELEASED' AND discount IS NOT NULL))",
                        template))
                .isEqualTo(discount);
    }

    /** A user's order, if the user has one, and what becomes of it; true if the coupon stays used. */
    private boolean order(long template, long user, Random random) {
        String code = codeOf(template, user).toString();
        String order = "order-" + user;
        Order amount = Order.of(Money.ofMinor(1 + random.nextInt(100_000), "CNY"));
        switch (random.nextInt(5)) {
            case 0 -> {
                return false;
            }
            case 1 -> {
                host.engine.hold(user, code, order, amount, Duration.ofMinutes(15));
                host.engine.release(user, code, order);
                return false;
            }
            case 2 -> {
                host.engine.hold(user, code, order, amount, Duration.ofMinutes(15));
                return host.engine.confirm(user, code, order).status() == RedemptionStatus.REDEEMED;
            }
            case 3 -> {
                boolean redeemed = host.engine.redeem(user, code, order, amount).status() == RedemptionStatus.REDEEMED;
                host.engine.redeem(user, code, order, amount);
                return redeemed;
            }
            default -> {
                host.engine.redeem(user, code, order, amount);
                host.engine.release(user, code, order);
                host.engine.release(user, code, order);
                return false;
            }
        }
    }

    private String grab(long user, long template) {
        GrabResult result = host.engine.grab(user, template, "wish-" + user);
        assertThat(result.status()).isEqualTo(GrabStatus.GRANTED);
        return Objects.requireNonNull(result.coupon()).code().toString();
    }

    private CouponCode codeOf(long template, long user) {
        return host.stored.rows(template).stream()
                .filter(row -> row.userId() == user)
                .map(row -> CouponCode.parse(row.code()))
                .findFirst()
                .orElseThrow();
    }

    private static Order order(String amount) {
        return Order.of(Money.of(amount, "CNY"));
    }

    /** What the rows of the database say, in minor units. */
    private long storedDiscount(long template) {
        return host.stored.rows(template).stream()
                .mapToLong(row -> row.discount() == null ? 0 : row.discount())
                .sum();
    }

    /** What ClickHouse says for the days of the test, which may run over midnight. */
    private BigDecimal discountByDay(long template, TemplateStats now) {
        return stats.daily(template, now.date().minusDays(1), now.date().plusDays(2)).stream()
                .map(DailyFigures::figures)
                .map(figures -> figures.discount())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
