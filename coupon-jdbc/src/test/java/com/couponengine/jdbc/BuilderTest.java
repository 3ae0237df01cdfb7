package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.server.FreePorts;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BuilderTest {
    private static final String NO_DRIVER =
            ": no JDBC driver on the class path takes it; the host brings the driver of its database";

    private static void refused(JdbcCouponRepository.Builder builder, String... problems) {
        assertThatThrownBy(builder::open)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems()).containsExactly(problems));
    }

    @Test
    void everyMistakeIsNamedAtOnceAndNoPasswordIsTold() {
        JdbcCouponRepository.Builder builder = JdbcCouponRepository.builder()
                .database("mysql://secret@host/shop", null, null)
                .database(null, "user", "secret")
                .dataSource(null)
                .callLimit(Duration.ZERO)
                .lockWaitLimit(null)
                .connectionWaitLimit(Duration.ofDays(1))
                .poolSizeMax(0)
                .durability(null);

        refused(
                builder,
                "databases = 3: must be 1, 2, 4 or 8",
                "url: must start with jdbc:",
                "user = null: must be given, empty if there is none",
                "password = null: must be given, empty if there is none",
                "url: must start with jdbc:",
                "dataSource = null: must be given",
                "callLimit = PT0S: must be PT0.25S to PT10M",
                "lockWaitLimit = null: must be PT0.25S to PT10M",
                "connectionWaitLimit = PT24H: must be PT0.25S to PT10M",
                "poolSizeMax = 0: must be positive",
                "durability = null: must be given");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 6, 7, 9, 16, 64})
    void thereAreOneTwoFourOrEightDatabases(int databases) {
        JdbcCouponRepository.Builder builder = JdbcCouponRepository.builder();
        IntStream.range(0, databases).forEach(i -> builder.database("jdbc:h2:mem:never-opened-" + i, "", ""));
        refused(builder, "databases = " + databases + ": must be 1, 2, 4 or 8");
    }

    @Test
    void aLockIsNotWaitedForAsLongAsACallMayTake() {
        refused(
                JdbcCouponRepository.builder()
                        .database("jdbc:h2:mem:never-opened", "", "")
                        .callLimit(Duration.ofSeconds(1)),
                "lockWaitLimit = PT2S: must be below callLimit = PT1S");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:nosuch://localhost/shop,                        jdbc:nosuch://localhost/shop",
        "jdbc:nosuch://localhost/shop?password=secret,        jdbc:nosuch://localhost/shop…",
        "jdbc:nosuch:file;PASSWORD=secret,                    jdbc:nosuch:file…",
        "jdbc:nosuch://me:sec?ret@localhost/shop,             jdbc:nosuch:…",
        "jdbc:nosuch:me/secret@localhost,                     jdbc:nosuch:…",
        "jdbc:nosuch://(host=localhost;password=secret)/shop, jdbc:nosuch://…"
    })
    void anAddressThatNoDriverTakesIsNamedWithoutItsSecrets(String url, String shown) {
        refused(
                JdbcCouponRepository.builder().database(url, "user", "secret").database(url, "user", "secret"),
                "url = " + shown + NO_DRIVER,
                "url = " + shown + NO_DRIVER);
    }

    @Test
    void aDatabaseThatIsNotThereIsUnavailableInTime() {
        long start = System.nanoTime();
        assertThatThrownBy(() -> JdbcCouponRepository.builder()
                        .database("jdbc:mariadb://127.0.0.1:" + FreePorts.next() + "/shop", "user", "secret")
                        .open())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("data source 0")
                .hasMessageNotContaining("secret");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }
}
