package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.contract.Race;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueAnswer.Status;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many threads on few connections, by the database's own clock, through a pool of the host. */
abstract class IssuingUnderLoadOnDatabase {
    private static final int CONNECTIONS = 12;
    private static final int USERS = 20_000;

    private final SqlVariant variant;
    private final CouponCodes codes = new CouponCodes();
    private SqlDatabase database;
    private HikariDataSource pool;
    private JdbcCouponRepository repository;

    IssuingUnderLoadOnDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    @BeforeEach
    final void open() {
        database = SqlServer.shared(variant).newDatabase();
        if (variant == SqlVariant.MARIADB || variant == SqlVariant.MYSQL) {
            database = database.with("allowMultiQueries=true");
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(60_000);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        if (variant == SqlVariant.H2_MEMORY) {
            config.setConnectionInitSql("SET LOCK_TIMEOUT 20000");
        }
        pool = new HikariDataSource(config);
        repository = JdbcCouponRepository.builder()
                .dataSource(pool)
                .callLimit(Duration.ofMinutes(1))
                .installSchema()
                .open();
    }

    @AfterEach
    final void nothingIsLeftBehind() {
        if (pool != null) {
            assertThat(pool.getHikariPoolMXBean().getActiveConnections())
                    .as("connections in use")
                    .isZero();
            repository.close();
            assertThat(pool.isClosed()).as("the host's pool").isFalse();
            pool.close();
        }
    }

    private Template published(long total, int limit) {
        Instant now = Instant.now();
        TemplateSpec spec = TemplateSpec.builder()
                .name("load")
                .discount(Discount.amountOff("5.00", "CNY"))
                .total(total)
                .perUserLimit(limit)
                .grabWindow(now.minusSeconds(3_600), now.plusSeconds(3_600))
                .validity(Validity.daysAfterGrab(7))
                .build();
        Template template = repository.templates().create(spec);
        repository.templates().change(template.id(), new TemplateChange.Publish());
        return template;
    }

    private IssueRequest request(long userId, String requestId, int hint) {
        Instant now = Instant.now();
        return new IssueRequest(userId, requestId, codes.next(userId), hint, now, now, now.plusSeconds(86_400));
    }

    private List<IssueAnswer> issue(Template template, List<IssueRequest> requests) {
        return repository.issues().issue(new IssueBatch(new ShareId(template.id(), 0), OptionalLong.empty(), requests));
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private String allRows(Template template) {
        return IntStream.range(0, Shards.STREAMS)
                .mapToObj(stream -> "SELECT user_id, grab_no, request_id FROM " + CouponTables.name(stream)
                        + " WHERE template_id = " + template.id())
                .collect(Collectors.joining(" UNION ALL ", "(", ")"));
    }

    @Test
    final void twentyThousandUsersShareAThousandCoupons() throws SQLException { // B01, B02
        Template template = published(1_000, 1);

        List<Map<Status, Integer>> counts = Race.run(thread -> {
            Random random = new Random(thread);
            Map<Status, Integer> count = new EnumMap<>(Status.class);
            List<Long> users = new ArrayList<>();
            for (long user = 1L + thread; user <= USERS; user += Race.THREADS) {
                users.add(user);
            }
            for (int round = 0; round < 2; round++) {
                for (int from = 0; from < users.size(); ) {
                    int to = Math.min(users.size(), from + 1 + random.nextInt(32));
                    List<IssueRequest> batch = new ArrayList<>();
                    for (long user : users.subList(from, to)) {
                        batch.add(request(user, "try-" + round, 1));
                    }
                    issue(template, batch).forEach(answer -> count.merge(answer.status(), 1, Integer::sum));
                    from = to;
                }
            }
            return count;
        });

        int granted = counts.stream()
                .mapToInt(count -> count.getOrDefault(Status.GRANTED, 0))
                .sum();
        assertThat(granted).isEqualTo(1_000);
        assertThat(counts)
                .allSatisfy(count ->
                        assertThat(count.keySet()).isSubsetOf(Status.GRANTED, Status.SOLD_OUT, Status.LIMIT_REACHED));
        assertThat(number("SELECT COUNT(*) FROM " + allRows(template) + " r")).isEqualTo(1_000);
        assertThat(number("SELECT COUNT(DISTINCT user_id) FROM " + allRows(template) + " r"))
                .isEqualTo(1_000);
        assertThat(repository.issues().stock(template.id()))
                .containsExactly(new ShareStock(new ShareId(template.id(), 0), 1_000L, 1_000, 1));
    }

    @Test
    final void oneUserWhoClicksSixtyFourTimesGetsOneCoupon() throws SQLException { // B01, B03
        Template template = published(1, 1);

        List<Status> answers = Race.run(thread -> issue(template, List.of(request(42, "click-" + thread, 1)))
                .get(0)
                .status());

        assertThat(answers.stream().filter(Status.GRANTED::equals)).hasSize(1);
        assertThat(answers).containsOnly(Status.GRANTED, Status.LIMIT_REACHED);
        assertThat(number("SELECT COUNT(*) FROM " + allRows(template) + " r")).isEqualTo(1);
    }

    @Test
    final void theSameRequestOnManyHostsIsGrantedOnce() throws SQLException {
        Template template = published(100, 3);

        List<IssueAnswer> answers = Race.run(thread ->
                issue(template, List.of(request(7, "same", 1 + thread % 3))).get(0));

        assertThat(answers.stream().map(answer -> answer.coupon().code()).distinct())
                .hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() == Status.GRANTED))
                .hasSize(1);
        assertThat(number("SELECT issued FROM coupon_quota WHERE template_id = " + template.id()))
                .isEqualTo(1);
    }

    @Test
    final void batchesOfTheSameUsersInAnyOrderAllSucceed() throws SQLException { // B101, B102
        List<Template> templates = List.of(published(1_000_000, 10), published(1_000_000, 10));
        int users = 40;

        List<Integer> granted = Race.run(thread -> {
            Random random = new Random(1_000 + thread);
            int count = 0;
            for (int round = 0; round < 3; round++) {
                List<Long> order = new ArrayList<>();
                for (long user = 1; user <= users; user++) {
                    order.add(user);
                }
                Collections.shuffle(order, random);
                List<IssueRequest> batch = new ArrayList<>();
                for (long user : order) {
                    batch.add(request(user, "batch-" + thread + "-" + round, 1 + random.nextInt(10)));
                }
                for (IssueAnswer answer : issue(templates.get(random.nextInt(2)), batch)) {
                    assertThat(answer.status()).isIn(Status.GRANTED, Status.LIMIT_REACHED);
                    count += answer.status() == Status.GRANTED ? 1 : 0;
                }
            }
            return count;
        });

        assertThat(granted.stream().mapToInt(count -> count).sum()).isEqualTo(2 * users * 10);
        for (Template template : templates) {
            assertThat(number("SELECT COUNT(*) FROM " + allRows(template) + " r"))
                    .isEqualTo(users * 10L);
            assertThat(number("SELECT MAX(grab_no) FROM " + allRows(template) + " r"))
                    .isEqualTo(10);
        }
    }

    @Test
    final void fiveTimesAsManyThreadsAsConnectionsAllFinish() { // B105
        Template template = published(1_000_000, 1);

        List<Integer> finished = Race.run(5 * CONNECTIONS, thread -> {
            for (int i = 0; i < 10; i++) {
                long user = 1 + thread * 10L + i;
                assertThat(issue(template, List.of(request(user, "r", 1)))
                                .get(0)
                                .status())
                        .isEqualTo(Status.GRANTED);
                assertThat(repository
                                .issues()
                                .find(List.of(new RequestKey(user, "r")))
                                .get(0))
                        .isPresent();
                assertThat(repository.templates().find(template.id())).isPresent();
                repository.outbox().next(0, Map.of(), 5);
            }
            return thread;
        });

        assertThat(finished).hasSize(5 * CONNECTIONS);
    }
}
