package com.couponengine.stats;

import com.clickhouse.client.api.ClickHouseException;
import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ClientFaultCause;
import com.clickhouse.client.api.DataStreamWriter;
import com.clickhouse.client.api.command.CommandSettings;
import com.clickhouse.client.api.data_formats.ClickHouseBinaryFormatReader;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Calls of ClickHouse that end in time, whatever the server and the network do. Thread-safe. */
final class ClickHouseCalls implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 16;
    /** More rows than any insert has: so one insert is one block, and is seen whole or not at all. */
    private static final String BLOCK_ROWS = "1048576";

    private final Client client;
    private final Duration limit;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "coupon-stats-clickhouse");
        thread.setDaemon(true);
        return thread;
    });

    ClickHouseCalls(String url, String user, String password, String database, Duration limit) {
        this.limit = limit;
        this.client = new Client.Builder()
                .addEndpoint(url)
                .setUsername(user)
                .setPassword(password)
                .setDefaultDatabase(database)
                .setMaxConnections(CONNECTIONS_MAX)
                .setConnectTimeout(limit.toMillis())
                .setConnectionRequestTimeout(limit.toMillis(), ChronoUnit.MILLIS)
                .setSocketTimeout(limit.toMillis())
                // A connection that the server closed while it was idle; repeating is harmless for everything here.
                .retryOnFailures(ClientFaultCause.NoHttpResponse)
                .setMaxRetries(1)
                .compressClientRequest(true)
                .build();
    }

    /** Inserts rows in RowBinary and returns when the server has them. */
    void insert(String table, List<String> columns, DataStreamWriter rows) {
        String id = newId();
        InsertSettings settings = new InsertSettings()
                .setQueryId(id)
                .serverSetting("async_insert", "0")
                .serverSetting("max_insert_block_size", BLOCK_ROWS);
        try {
            await(id, () -> {
                try (InsertResponse response = client.insert(table, columns, rows, ClickHouseFormat.RowBinary, settings)
                        .get()) {
                    return response.getWrittenRows();
                }
            });
        } catch (CallFailedException | ClickHouseException e) {
            throw new OutcomeUnknownException("ClickHouse did not acknowledge an insert into " + table, e);
        }
    }

    /** Runs a statement that answers nothing. */
    void execute(String sql) {
        String id = newId();
        CommandSettings settings = new CommandSettings();
        settings.setQueryId(id);
        try {
            await(id, () -> {
                client.execute(sql, settings).get().close();
                return true;
            });
        } catch (CallFailedException | ClickHouseException e) {
            throw new StoreUnavailableException("ClickHouse did not run a statement", e);
        }
    }

    /** Runs a query, with parameters as ClickHouse has them: {@code {name:Type}}. */
    <T> List<T> query(String sql, Map<String, Object> parameters, Function<ClickHouseBinaryFormatReader, T> row) {
        String id = newId();
        QuerySettings settings = new QuerySettings()
                .setQueryId(id)
                .setMaxExecutionTime(Math.toIntExact(Math.max(1, limit.toSeconds())))
                .waitEndOfQuery(true);
        try {
            return await(id, () -> read(client.query(sql, parameters, settings).get(), row));
        } catch (CallFailedException | ClickHouseException e) {
            throw new StoreUnavailableException("ClickHouse did not answer a query", e);
        }
    }

    @Override
    public void close() {
        client.close();
        threads.shutdownNow();
    }

    @SuppressWarnings("try") // the close methods of the client declare any exception
    private <T> List<T> read(QueryResponse answer, Function<ClickHouseBinaryFormatReader, T> row) throws Exception {
        List<T> rows = new ArrayList<>();
        try (answer;
                ClickHouseBinaryFormatReader reader = client.newBinaryFormatReader(answer)) {
            while (reader.hasNext()) {
                reader.next();
                rows.add(row.apply(reader));
            }
        }
        return rows;
    }

    private <T> T await(String id, Callable<T> call) {
        Future<T> answer = threads.submit(call);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            client.cancelTransportRequest(id);
            throw new CallFailedException("no answer within " + limit, e);
        } catch (InterruptedException e) {
            client.cancelTransportRequest(id);
            Thread.currentThread().interrupt();
            throw new CallFailedException("interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof ExecutionException inner ? inner.getCause() : e.getCause();
            if (cause instanceof ClickHouseException failure) {
                throw failure;
            }
            throw new CallFailedException(String.valueOf(cause), e);
        }
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    /** Anything but an exception of the client. */
    private static final class CallFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CallFailedException(String what, Throwable cause) {
            super(what, cause);
        }
    }
}
