package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.store.Shards;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the program exits with when somebody changes the database between the last order and the checks. */
class BrokenSaleTest {
    private static final String UNUSED = "grab_no > 0 AND order_id IS NULL";
    private static final String USED = "order_id IS NOT NULL AND held_until IS NULL";

    @TempDir
    private Path folder;

    /** Changes the database. */
    private interface Change {
        void in(Statement statement) throws SQLException;
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("nothing is changed", statement -> {}),
                change(
                        "a row is removed",
                        statement -> one(statement, "DELETE FROM %1$s WHERE code = '%2$s'", UNUSED),
                        "every coupon that a caller saw is a row",
                        "the counter counts the rows",
                        "events tell the same"),
                change(
                        "a row is in two tables",
                        statement -> one(statement, "INSERT INTO %3$s SELECT * FROM %1$s WHERE code = '%2$s'", UNUSED),
                        "rows do not exceed the total",
                        "nobody has more than the limit",
                        "every code is there once",
                        "every request has one coupon",
                        "the counter counts the rows",
                        "events tell the same"),
                change(
                        "a user has a second coupon",
                        statement -> one(
                                statement,
                                "UPDATE %1$s SET user_id = (SELECT MIN(user_id) FROM %1$s WHERE code <> '%2$s'),"
                                        + " grab_no = 2 WHERE code = '%2$s'",
                                UNUSED),
                        "nobody has more than the limit"),
                change(
                        "a coupon has another code",
                        statement -> one(
                                statement,
                                "UPDATE %1$s SET code = CONCAT(SUBSTRING(code, 2), 'A') WHERE code = '%2$s'",
                                UNUSED),
                        "every coupon that a caller saw is a row"),
                change(
                        "the counter is one too low",
                        statement -> statement.executeUpdate("UPDATE coupon_quota SET issued = issued - 1"),
                        "the counter counts the rows"),
                change(
                        "a discount is one fen too high",
                        statement ->
                                one(statement, "UPDATE %1$s SET discount = discount + 1 WHERE code = '%2$s'", USED),
                        "used coupons are those of the orders",
                        "events tell the same"),
                change(
                        "a used coupon is given back behind the engine",
                        statement -> one(
                                statement,
                                "UPDATE %1$s SET order_id = NULL, discount = NULL WHERE code = '%2$s'",
                                USED),
                        "used coupons are those of the orders",
                        "events tell the same"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void theExitCodeIsOneIfAGuaranteeIsBrokenAndZeroIfNot(String what, Change change, List<String> broken) {
        AfterTheOrders screen = new AfterTheOrders(() -> carryOut(change));

        int exitCode = FlashSale.run(
                new PrintStream(screen, true, StandardCharsets.UTF_8),
                ("--lines 2000 --seed 7 --stock 400 --callers 64 --data " + folder).split(" "));

        String shown = screen.toString(StandardCharsets.UTF_8);
        assertThat(screen.changed).as(shown).isTrue();
        assertThat(shown.lines()
                        .filter(line -> line.startsWith("  BROKEN "))
                        .map(line -> line.substring(9, 51).strip()))
                .as(shown)
                .containsExactlyInAnyOrderElementsOf(broken);
        assertThat(exitCode).isEqualTo(broken.isEmpty() ? 0 : 1);
    }

    private static Arguments change(String what, Change change, String... broken) {
        return Arguments.of(what, change, List.of(broken));
    }

    private void carryOut(Change change) {
        String url = "jdbc:h2:file:" + folder.resolve("coupons").toAbsolutePath() + ";WRITE_DELAY=0";
        try (Connection connection = DriverManager.getConnection(url, "", "");
                Statement statement = connection.createStatement()) {
            change.in(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes one row. In the statement, %1$s is its table, %2$s its code, %3$s the next table. */
    private static void one(Statement statement, String sql, String which) throws SQLException {
        for (int stream = 0; stream < Shards.STREAMS - 1; stream++) {
            String name = "user_coupon_s%d".formatted(stream);
            String code = null;
            try (var row = statement.executeQuery(
                    "SELECT code FROM %1$s WHERE %2$s AND (SELECT COUNT(*) FROM %1$s WHERE grab_no > 0) > 1 ORDER BY user_id DESC"
                            .formatted(name, which))) {
                if (row.next()) {
                    code = row.getString(1);
                }
            }
            if (code != null) {
                String next = "user_coupon_s%d".formatted(stream + 1);
                assertThat(statement.executeUpdate(sql.formatted(name, code, next)))
                        .as("rows that were changed")
                        .isEqualTo(1);
                return;
            }
        }
        throw new IllegalStateException("no row with " + which);
    }

    /** Keeps what the program shows and does something when it shows that all orders were played. */
    private static final class AfterTheOrders extends ByteArrayOutputStream {
        private static final Pattern ALL_ORDERS = Pattern.compile("(?m)^orders +(\\S+) of \\1, ");
        private final Runnable work;
        private boolean begun;
        private boolean changed;

        AfterTheOrders(Runnable work) {
            this.work = work;
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (!begun && ALL_ORDERS.matcher(toString(StandardCharsets.UTF_8)).find()) {
                begun = true;
                work.run();
                changed = true;
            }
        }
    }
}
