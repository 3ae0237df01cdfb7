package com.couponengine.stats;

import com.couponengine.core.error.ConfigurationException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects where {@link ClickHouseEvents} are stored. Only the address must be given. Not thread-safe. */
public final class ClickHouseEventsBuilder {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
    private static final Duration CALL_LIMIT_MAX = Duration.ofMinutes(10);
    private static final Duration PACE_MAX = Duration.ofMinutes(1);
    private static final int ROWS_MIN = 1_000;
    private static final int ROWS_MAX = 100_000;

    private @Nullable String url;
    private String user = "default";
    private String password = "";
    private String database = "default";
    private String table = "coupon_events";
    private Duration callLimit = Duration.ofSeconds(20);
    private Duration pace = Duration.ofSeconds(1);
    private int rowsPerInsertMax = 20_000;

    ClickHouseEventsBuilder() {}

    /** The address of the HTTP interface: {@code http://host:8123} or {@code https://…}. */
    public ClickHouseEventsBuilder url(String value) {
        url = value;
        return this;
    }

    /** {@code default} by default, without a password. */
    public ClickHouseEventsBuilder user(String name, String itsPassword) {
        user = name;
        password = itsPassword;
        return this;
    }

    /** The database, which must be there. {@code default} by default. */
    public ClickHouseEventsBuilder database(String value) {
        database = value;
        return this;
    }

    /** The name of the table. {@code coupon_events} by default. */
    public ClickHouseEventsBuilder table(String value) {
        table = value;
        return this;
    }

    /** Within which time an insert or a query ends, whatever happens. 20 s by default. */
    public ClickHouseEventsBuilder callLimit(Duration value) {
        callLimit = value;
        return this;
    }

    /** The least time between inserts of fewer than 1,000 rows in one stream. 1 s by default; zero for none. */
    public ClickHouseEventsBuilder pace(Duration value) {
        pace = value;
        return this;
    }

    /** The most rows in one insert, 1,000 to 100,000; a batch is never split, though. 20,000 by default. */
    public ClickHouseEventsBuilder rowsPerInsertMax(int value) {
        rowsPerInsertMax = value;
        return this;
    }

    /**
     * Makes it. Connects to nothing yet.
     *
     * @throws ConfigurationException naming every property that is wrong
     */
    public ClickHouseEvents build() {
        List<String> problems = new ArrayList<>();
        String address = url == null ? "" : url;
        if (!isHttp(address)) {
            problems.add("url = " + url + ": must be http://host:port or https://host:port");
        }
        if (user == null || password == null) {
            problems.add("user: name and password must be given, empty if there is none");
        }
        name(problems, "database", database);
        name(problems, "table", table);
        if (callLimit == null
                || callLimit.compareTo(Duration.ofMillis(1)) < 0
                || callLimit.compareTo(CALL_LIMIT_MAX) > 0) {
            problems.add("callLimit = " + callLimit + ": must be 1 ms to " + CALL_LIMIT_MAX);
        }
        if (pace == null || pace.isNegative() || pace.compareTo(PACE_MAX) > 0) {
            problems.add("pace = " + pace + ": must be zero to " + PACE_MAX);
        }
        if (rowsPerInsertMax < ROWS_MIN || rowsPerInsertMax > ROWS_MAX) {
            problems.add("rowsPerInsertMax = " + rowsPerInsertMax + ": must be " + ROWS_MIN + " to " + ROWS_MAX);
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new ClickHouseEvents(
                new ClickHouseCalls(address, user, password, database, callLimit), table, rowsPerInsertMax, pace);
    }

    private static boolean isHttp(String address) {
        try {
            URI uri = URI.create(address);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void name(List<String> problems, String property, String value) {
        if (value == null || !NAME.matcher(value).matches()) {
            problems.add(property + " = " + value + ": must be letters, digits and underscores");
        }
    }
}
