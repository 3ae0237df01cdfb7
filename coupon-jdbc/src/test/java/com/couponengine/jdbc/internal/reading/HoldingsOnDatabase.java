package com.couponengine.jdbc.internal.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.store.Holdings;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.internal.OnDatabase;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlVariant;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What a quote reads, on a real database. */
abstract class HoldingsOnDatabase extends OnDatabase {
    private static final Instant LATER = Instant.parse("2080-01-01T00:00:00Z");
    private static final long USER = 7;

    private final SqlVariant variant;

    HoldingsOnDatabase(SqlVariant variant) {
        super(variant);
        this.variant = variant;
    }

    @Test
    final void twoHundredCouponsOfTwentyTemplatesAreOneStatement() {
        for (int i = 0; i < 20; i++) {
            Template template = coupons().template(TemplateState.PUBLISHED);
            coupons().coupons(template, Collections.nCopies(10, USER), LATER);
        }
        AtomicInteger statements = new AtomicInteger();
        try (HikariDataSource pool = poolOfAHost();
                JdbcCouponRepository repository = JdbcCouponRepository.builder()
                        .dataSource(counted(DataSource.class, pool, statements))
                        .open()) {
            repository.coupons().holdings(USER);
            int before = statements.get();
            Holdings holdings = repository.coupons().holdings(USER);

            assertThat(holdings.coupons()).hasSize(200);
            assertThat(statements.get() - before).isEqualTo(1);
        }
    }

    /** One connection, set up as the repository wants a host's. */
    private HikariDataSource poolOfAHost() {
        boolean needsMultiQueries = variant == SqlVariant.MARIADB || variant == SqlVariant.MYSQL;
        SqlDatabase database = needsMultiQueries ? at().with("allowMultiQueries=true") : at();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(config);
    }

    /** The same, counting the statements that are made of its connections. */
    private static <T> T counted(Class<T> type, T real, AtomicInteger statements) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")
                            || method.getName().equals("createStatement")) {
                        statements.incrementAndGet();
                    }
                    try {
                        Object answer = method.invoke(real, arguments);
                        return answer instanceof Connection connection && type == DataSource.class
                                ? counted(Connection.class, connection, statements)
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Test
    final void theServersTimeIsTheSameInWhateverZoneTheSessionIs() {
        Assumptions.assumeFalse(variant == SqlVariant.H2, "H2 goes by the clock of this process");
        coupons().coupon(coupons().template(TemplateState.PUBLISHED), USER, LATER);
        List<String> zones = variant == SqlVariant.POSTGRESQL
                ? List.of("options=-c%20TimeZone=Pacific/Apia", "options=-c%20TimeZone=Asia/Kathmandu")
                : List.of("sessionVariables=time_zone='-11:00'", "sessionVariables=time_zone='-03:30'");
        for (String zone : zones) {
            SqlDatabase there = at().with(zone);
            try (TestCoupons session = TestCoupons.open(there, null)) {
                Holdings holdings = session.reader().holdings(USER);
                assertThat(Duration.between(holdings.now(), Instant.now()).abs())
                        .as(zone)
                        .isLessThan(Duration.ofMinutes(5));
                assertThat(holdings.coupons().get(0).coupon().expiresAt()).isEqualTo(LATER);
            }
        }
    }
}
