package com.couponengine.stats;

import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Every event as a row in ClickHouse, for good. A row is identified by template, time, stream, number of the batch and
 * place in it, in a table that replaces rows with the same key and is read with FINAL: so inserting a batch again, after
 * a lost answer or a crash, changes nothing, and no deduplication of inserts is relied on.
 *
 * <p>Few large inserts: all batches of a call go in one, up to {@link ClickHouseEventsBuilder#rowsPerInsertMax}; and
 * while events only trickle in, a stream has one insert per {@link ClickHouseEventsBuilder#pace}: a call with few rows
 * waits, and meanwhile more gather where it got them from. Nothing is kept back when a call returns.
 *
 * <p>Each insert and query ends within {@link ClickHouseEventsBuilder#callLimit}. Thread-safe.
 */
public final class ClickHouseEvents implements EventConsumer, AutoCloseable {
    private final ClickHouseCalls calls;
    private final String table;
    private final int rowsPerInsertMax;
    private final InsertPace pace;

    ClickHouseEvents(ClickHouseCalls calls, String table, int rowsPerInsertMax, Duration pace) {
        this.calls = calls;
        this.table = table;
        this.rowsPerInsertMax = rowsPerInsertMax;
        this.pace = new InsertPace(pace);
    }

    public static ClickHouseEventsBuilder builder() {
        return new ClickHouseEventsBuilder();
    }

    /** The statements that {@link #installSchema} runs, for databases where others do that. */
    public List<String> schemaSql() {
        return List.of(EventTable.definition(table));
    }

    /**
     * Makes the table in the database, which must be there. Repeating it changes nothing.
     *
     * @throws StoreUnavailableException if ClickHouse cannot be reached or refuses
     */
    public void installSchema() {
        schemaSql().forEach(calls::execute);
    }

    /**
     * Stores the batches, and returns when ClickHouse has acknowledged every insert.
     *
     * @throws OutcomeUnknownException if it did not; some or all may be stored, and handing them in again is harmless
     */
    @Override
    public void accept(List<EventBatch> batches) {
        List<EventBatch> insert = new ArrayList<>();
        int rows = 0;
        for (EventBatch batch : batches) {
            int more = batch.events().size();
            if (rows > 0 && rows + more > rowsPerInsertMax) {
                insert(insert, rows);
                insert = new ArrayList<>();
                rows = 0;
            }
            insert.add(batch);
            rows += more;
        }
        if (rows > 0) {
            insert(insert, rows);
        }
    }

    @Override
    public void close() {
        calls.close();
    }

    /** What was stored, summed up. */
    EventSums sums() {
        return new EventSums(calls, table);
    }

    private void insert(List<EventBatch> batches, int rows) {
        pace.await(batches, rows);
        calls.insert(table, EventTable.COLUMNS, out -> EventTable.writeRows(batches, out));
        pace.inserted(batches);
    }
}
