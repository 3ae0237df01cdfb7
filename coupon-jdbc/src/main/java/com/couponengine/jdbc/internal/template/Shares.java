package com.couponengine.jdbc.internal.template;

import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Deadline;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.db.Work;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The units of a template on several data sources: what they own together is never more than the total, and after a stop
 * half-way less, until {@link #handOut} is called again. Used under the lock of the home row, so that nobody else gives
 * or takes units; coupons may be issued meanwhile. The home's own counter row takes part in the transaction of that
 * lock, last of all.
 */
final class Shares {
    private final Database database;
    private final long id;
    private final String what;
    private final Deadline deadline;
    private boolean touched;

    Shares(Database database, long id, String what, Deadline deadline) {
        this.database = database;
        this.id = id;
        this.what = what;
        this.deadline = deadline;
    }

    /** Whether another data source's units were changed. */
    boolean touched() {
        return touched;
    }

    /** What a data source owns of a new total: equal parts, the first ones one more where it does not divide. */
    @Nullable
    Long firstQuota(int source, @Nullable Long total) {
        return total == null ? null : part(total, source);
    }

    /** Gives units to the data sources until they own the total together; null takes their limits away. */
    void handOut(Tx home, @Nullable Long total) throws SQLException {
        if (total == null) {
            for (Source source : othersThenHome()) {
                set(home, source, row -> null);
            }
            return;
        }
        long missing = total - owned(rows(home));
        if (missing > 0) {
            for (Source source : othersThenHome()) {
                set(home, source, row -> owned(row) + part(missing, source.index()));
            }
        }
    }

    /**
     * Takes free units away until the data sources own no more than a new total together.
     *
     * @param limited whether there was a total before; if not, every share is frozen at what it has issued
     * @return whether that was possible; if not, {@link #handOut} puts back what was taken
     */
    boolean withdrawTo(Tx home, long total, boolean limited) throws SQLException {
        if (!limited) {
            long issued = 0;
            for (Source source : othersThenHome()) {
                issued += set(home, source, CounterRow::issued).issued();
            }
            return issued <= total;
        }
        List<CounterRow> rows = rows(home);
        long toTake = owned(rows) - total;
        long free = rows.stream().mapToLong(Shares::free).sum();
        if (free < toTake) {
            return false;
        }
        // First from each in proportion to what is free there; then, if coupons were issued meanwhile, wherever it is.
        long left = toTake;
        for (int i = 0; i < rows.size() && left > 0; i++) {
            double part = (double) free(rows.get(i)) / free;
            left -= take(home, othersThenHome().get(i), Math.min(left, (long) Math.ceil(toTake * part)));
        }
        for (Source source : othersThenHome()) {
            left -= left <= 0 ? 0 : take(home, source, left);
        }
        return left <= 0;
    }

    private long take(Tx home, Source source, long units) throws SQLException {
        CounterRow before = set(home, source, row -> owned(row) - Math.min(units, free(row)));
        return Math.min(units, free(before));
    }

    /** Locks a share, sets its quota, and answers the row as it was. */
    private CounterRow set(Tx home, Source source, Function<CounterRow, @Nullable Long> quota) throws SQLException {
        CounterRow before = on(home, source, tx -> {
            CounterRow row = CounterTable.lock(tx, id).orElseThrow();
            CounterTable.setQuota(tx, id, quota.apply(row));
            return row;
        });
        touched |= source != database.home();
        return before;
    }

    private List<CounterRow> rows(Tx home) throws SQLException {
        List<CounterRow> rows = new ArrayList<>();
        for (Source source : othersThenHome()) {
            rows.add(on(home, source, tx -> CounterTable.find(tx, id).orElseThrow()));
        }
        return rows;
    }

    private <T> T on(Tx home, Source source, Work<T> work) throws SQLException {
        return source == database.home() ? work.in(home) : source.inTransaction(what, work, deadline);
    }

    private List<Source> othersThenHome() {
        List<Source> sources = new ArrayList<>(database.sources());
        sources.add(sources.remove(0));
        return sources;
    }

    private long part(long units, int source) {
        int count = database.sources().size();
        return units / count + (source < units % count ? 1 : 0);
    }

    private static long owned(List<CounterRow> rows) {
        return rows.stream().mapToLong(Shares::owned).sum();
    }

    private static long owned(CounterRow row) {
        Long quota = row.quota();
        return quota == null ? row.issued() : quota;
    }

    private static long free(CounterRow row) {
        Long quota = row.quota();
        return quota == null ? 0 : quota - row.issued();
    }
}
