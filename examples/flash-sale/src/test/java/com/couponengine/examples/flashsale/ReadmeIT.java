package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import com.couponengine.core.wallet.WalletQuery;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.redis.RedisStockGate;
import com.couponengine.redis.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program of the README on real servers. */
@Timeout(120)
class ReadmeIT {
    private static final String BEGIN = "// README begins";
    private static final String END = "// README ends";

    @Test
    void theProgramOfTheReadmeGrabsAndRedeems() {
        SqlDatabase mariaDb = SqlServer.shared(SqlVariant.MARIADB).newDatabase();
        long userId = 42;
        Instant now = Instant.now().minusSeconds(1);
        try (RedisServer redis = RedisServer.start(RedisServer.Persistence.NONE)) {
            asInTheReadme(mariaDb.url(), mariaDb.user(), mariaDb.password(), redis.url(), userId, now);
        }

        try (JdbcCouponRepository database = JdbcCouponRepository.builder()
                .database(mariaDb.url(), mariaDb.user(), mariaDb.password())
                .open()) {
            List<Template> templates = database.templates().list(0, 10);
            assertThat(templates).extracting(Template::state).containsExactly(TemplateState.PUBLISHED);
            List<Coupon> coupons = database.coupons()
                    .wallet(new WalletQuery(userId, WalletQuery.View.ALL, WalletQuery.Sort.NEWEST_FIRST, null, 10));
            assertThat(coupons).hasSize(1);
            Coupon coupon = coupons.get(0);
            assertThat(coupon.state()).isEqualTo(CouponState.REDEEMED);
            assertThat(coupon.use()).isNotNull();
            assertThat(coupon.use().orderId()).isEqualTo("order-1");
            assertThat(coupon.use().discount()).isEqualTo(Money.of("50.00", "CNY"));
            assertThat(coupon.templateId()).isEqualTo(templates.get(0).id());
        }
    }

    @Test
    void theReadmeShowsThisVeryProgramInAtMost25Lines() throws IOException {
        String readme = Files.readString(root().resolve("README.md"));
        String source = Files.readString(root().resolve("examples/flash-sale/src/test/java")
                .resolve(ReadmeIT.class.getName().replace('.', '/') + ".java"));

        String shown = between(readme, "```java\n", "```");
        String compiled = between(source, BEGIN + "\n", END + "\n");

        assertThat(text(shown)).isEqualTo(text(compiled));
        assertThat(shown.lines()).hasSizeLessThanOrEqualTo(25);
    }

    @SuppressWarnings("UnusedVariable") // the README only shows what comes back
    private static void asInTheReadme(
            String jdbcUrl, String user, String password, String redisUrl, long userId, Instant start) {
        // README begins
        try (JdbcCouponRepository database = JdbcCouponRepository.builder()
                        .database(jdbcUrl, user, password)
                        .installSchema()
                        .open();
                RedisStockGate gate = RedisStockGate.builder().uri(redisUrl).build();
                CouponEngine engine =
                        CouponEngine.builder().repository(database).gate(gate).build()) {

            Template template = engine.templates()
                    .create(TemplateSpec.builder()
                            .name("满300减50")
                            .discount(Discount.threshold("300.00", "50.00", "CNY"))
                            .total(1_000)
                            .grabWindow(start, start.plus(Duration.ofHours(1)))
                            .validity(Validity.daysAfterGrab(7))
                            .zone(ZoneId.of("Asia/Shanghai"))
                            .build());
            engine.templates().publish(template.id());

            GrabResult grab = engine.grab(userId, template.id(), "request-1");
            RedemptionResult redeemed = engine.redeem(
                    userId, grab.coupon().code().toString(), "order-1", Order.of(Money.of("320.00", "CNY")));
            // redeemed.status() is REDEEMED, redeemed.discount() is 50.00 CNY
        }
        // README ends
    }

    /** Without blanks and line ends, which the formatter decides in a source. */
    private static String text(String program) {
        return program.replaceAll("\\s+", "");
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin);
        assertThat(from).as(begin).isNotNegative();
        int to = text.indexOf(end, from + begin.length());
        assertThat(to).as(end).isNotNegative();
        return text.substring(from + begin.length(), to);
    }

    /** The folder of the whole project, found from wherever the tests are started. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("coupon-core"))) {
            folder = folder.getParent();
            assertThat(folder).as("the project's folder").isNotNull();
        }
        return folder;
    }
}
