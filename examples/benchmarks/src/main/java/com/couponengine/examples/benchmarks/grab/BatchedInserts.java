package com.couponengine.examples.benchmarks.grab;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.examples.benchmarks.load.Contender;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * What the database itself can do: the engine's rows into the engine's tables, as many in a commit as the callers would
 * put there, with no gate, no counter, no events, and nobody who waits for an answer.
 */
public final class BatchedInserts implements Contender.Bulk {
    /** Each holds the users of eight numbers in a row, modulo 64. */
    private static final int TABLES = 8;

    private static final int NUMBERS = 8;

    private final DataSource database;
    private final int threads;
    private final int most;
    private final CommitSize commits;
    private final CouponCodes codes = new CouponCodes();

    /**
     * The ceiling.
     *
     * @param threads commits under way at once, as the engine's
     * @param most rows in a commit at the most, as the engine's
     * @param commits what the engine put into a commit; as many rows are taken, or as the callers' number gives if the
     *     engine did not run
     */
    public BatchedInserts(DataSource database, int threads, int most, CommitSize commits) {
        this.database = database;
        this.threads = threads;
        this.most = most;
        this.commits = commits;
    }

    @Override
    public String name() {
        return "batched inserts (ceiling)";
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public int size(int callers) {
        int asTheEngine = commits.mean();
        return asTheEngine > 0 ? asTheEngine : Math.max(1, Math.min(most, callers / threads));
    }

    @Override
    public void bulk(int thread, long first, int size) throws Exception {
        int tablesOfThread = TABLES / threads;
        StringBuilder[] inserts = new StringBuilder[tablesOfThread];
        long now = System.currentTimeMillis();
        for (long number = first; number < first + size; number++) {
            int table = (int) (number % tablesOfThread);
            long ofTable = number / tablesOfThread;
            long userId =
                    (ofTable / NUMBERS * TABLES + (long) thread * tablesOfThread + table) * NUMBERS + ofTable % NUMBERS;
            StringBuilder sql = inserts[table];
            if (sql == null) {
                sql = new StringBuilder("INSERT INTO user_coupon_s%d (template_id, user_id, grab_no, code, request_id,"
                                .formatted(thread * tablesOfThread + table))
                        .append(" state, issued_at, valid_from, expires_at, sweep_at) VALUES ");
                inserts[table] = sql;
            } else {
                sql.append(',');
            }
            sql.append("(1,")
                    .append(userId)
                    .append(",1,'")
                    .append(codes.next(userId))
                    .append("','r")
                    .append(userId);
            sql.append("','A',").append(now).append(',').append(now).append(',').append(now + 2_592_000_000L);
            sql.append(',').append(now + 2_592_000_000L).append(')');
        }
        StringBuilder all = new StringBuilder();
        for (StringBuilder insert : inserts) {
            if (insert != null) {
                all.append(all.length() == 0 ? "" : ";").append(insert);
            }
        }
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(all.toString());
            connection.commit();
        }
    }
}
