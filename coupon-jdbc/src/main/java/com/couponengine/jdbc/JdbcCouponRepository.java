package com.couponengine.jdbc;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.store.UpkeepStore;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Limits;
import com.couponengine.jdbc.internal.db.OpenSource;
import com.couponengine.jdbc.internal.db.OwnPool;
import com.couponengine.jdbc.internal.issue.JdbcIssueStore;
import com.couponengine.jdbc.internal.outbox.JdbcOutbox;
import com.couponengine.jdbc.internal.reading.JdbcCouponReader;
import com.couponengine.jdbc.internal.redemption.JdbcRedemptionStore;
import com.couponengine.jdbc.internal.template.JdbcTemplateStore;
import com.couponengine.jdbc.internal.upkeep.JdbcUpkeepStore;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The coupon repository on SQL: 64 tables by user id on one, two, four or eight data sources of MariaDB, MySQL,
 * PostgreSQL or H2. Thread-safe, for any number of hosts on the same databases.
 *
 * <p>Calls end within about the {@linkplain Builder#callLimit call limit}.
 */
public final class JdbcCouponRepository implements CouponRepository, AutoCloseable {
    private final List<OpenSource> opened;
    private final Shards shards;
    private final TemplateStore templates;
    private final IssueStore issues;
    private final RedemptionStore redemptions;
    private final CouponReader coupons;
    private final UpkeepStore upkeep;
    private final Outbox outbox;

    private JdbcCouponRepository(List<OpenSource> opened) {
        this.opened = opened;
        Database database = new Database(opened.stream().map(OpenSource::source).toList());
        shards = database.shards();
        templates = new JdbcTemplateStore(database);
        issues = new JdbcIssueStore(database);
        redemptions = new JdbcRedemptionStore(database);
        coupons = new JdbcCouponReader(database);
        upkeep = new JdbcUpkeepStore(database);
        outbox = new JdbcOutbox(database);
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Shards shards() {
        return shards;
    }

    @Override
    public TemplateStore templates() {
        return templates;
    }

    @Override
    public IssueStore issues() {
        return issues;
    }

    @Override
    public RedemptionStore redemptions() {
        return redemptions;
    }

    @Override
    public CouponReader coupons() {
        return coupons;
    }

    @Override
    public UpkeepStore upkeep() {
        return upkeep;
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    /** Closes the pools that it opened; data sources of the host stay open. */
    @Override
    public void close() {
        opened.forEach(OpenSource::close);
    }

    /**
     * Collects what a repository needs: at least one database or data source. Their order matters and stays the same for
     * the life of the schema; the first one is the home of the templates. Not thread-safe.
     */
    public static final class Builder {
        private static final Duration LIMIT_MIN = Duration.ofMillis(250);

        private final List<Object> places = new ArrayList<>();
        private @Nullable TimeSource time;
        private Duration callLimit = Duration.ofSeconds(5);
        private Duration lockWaitLimit = Duration.ofSeconds(2);
        private Duration connectionWaitLimit = Duration.ofSeconds(2);
        private int poolSizeMax = 10;
        private Durability durability = Durability.REFUSE;
        private boolean install;

        private Builder() {}

        /**
         * Adds a database that the repository opens a pool for, and closes. User and password may be empty. MariaDB prepares
         * up to 64 texts for each of the pool's connections, unless the URL sets {@code useServerPrepStmts}.
         */
        public Builder database(String url, String user, String password) {
            places.add(new Address(url, user, password));
            return this;
        }

        /**
         * Adds a data source of the host, which stays open. It must give connections with READ COMMITTED, and should
         * bound the waits for connections and locks. Where it is MariaDB or MySQL, its URL must say
         * {@code allowMultiQueries=true}.
         */
        public Builder dataSource(DataSource dataSource) {
            places.add(dataSource);
            return this;
        }

        /** The clock that decides deadlines and expiry. By default each database's own. */
        public Builder time(TimeSource value) {
            time = value;
            return this;
        }

        /** How long a call may take, retries included. 5 seconds by default. */
        public Builder callLimit(Duration value) {
            callLimit = value;
            return this;
        }

        /** How long a statement of an own pool may wait for a lock; whole seconds on MariaDB and MySQL. 2 by default. */
        public Builder lockWaitLimit(Duration value) {
            lockWaitLimit = value;
            return this;
        }

        /** How long a call may wait for a connection of an own pool. 2 seconds by default. */
        public Builder connectionWaitLimit(Duration value) {
            connectionWaitLimit = value;
            return this;
        }

        /** How many connections an own pool has at most. 10 by default. */
        public Builder poolSizeMax(int value) {
            poolSizeMax = value;
            return this;
        }

        /** What to do about a database that could lose what it acknowledged. */
        public Builder durability(Durability value) {
            durability = value;
            return this;
        }

        /** Makes {@link #open} install the schema where it is missing. Safe on several hosts at once. */
        public Builder installSchema() {
            install = true;
            return this;
        }

        /**
         * Connects, installs the schema if asked to, and checks the databases.
         *
         * @throws ConfigurationException naming everything that is wrong with the input, or else with the databases
         * @throws StoreUnavailableException if a database cannot be reached
         */
        public JdbcCouponRepository open() {
            List<String> problems = problems();
            if (!problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
            Shards shards = new Shards(places.size());
            Limits limits = new Limits(callLimit, lockWaitLimit);
            List<OpenSource> opened = new ArrayList<>();
            List<String> found = new ArrayList<>();
            try {
                for (Object place : places) {
                    OpenSource.Place at = place instanceof Address address
                            ? new OpenSource.Own(address.pool(poolSizeMax, connectionWaitLimit))
                            : new OpenSource.Hosts((DataSource) place);
                    int index = opened.size();
                    opened.add(OpenSource.open(at, index, shards, time, limits, install, durability, found));
                }
                if (!found.isEmpty()) {
                    throw new ConfigurationException(found);
                }
                return new JdbcCouponRepository(List.copyOf(opened));
            } catch (RuntimeException e) {
                opened.forEach(OpenSource::close);
                throw e;
            }
        }

        private List<String> problems() {
            List<String> problems = new ArrayList<>();
            if (places.isEmpty() || places.size() > Shards.STREAMS || Shards.STREAMS % places.size() != 0) {
                problems.add("databases = " + places.size() + ": must be 1, 2, 4 or 8");
            }
            for (Object place : places) {
                if (place == null) {
                    problems.add("dataSource = null: must be given");
                } else if (place instanceof Address address) {
                    address.check(problems);
                }
            }
            atLeast(problems, "callLimit", callLimit);
            atLeast(problems, "lockWaitLimit", lockWaitLimit);
            atLeast(problems, "connectionWaitLimit", connectionWaitLimit);
            if (callLimit != null && lockWaitLimit != null && lockWaitLimit.compareTo(callLimit) >= 0) {
                problems.add("lockWaitLimit = " + lockWaitLimit + ": must be below callLimit = " + callLimit);
            }
            if (poolSizeMax < 1) {
                problems.add("poolSizeMax = " + poolSizeMax + ": must be positive");
            }
            if (durability == null) {
                problems.add("durability = null: must be given");
            }
            return problems;
        }

        private static void atLeast(List<String> problems, String name, @Nullable Duration value) {
            if (value == null || value.compareTo(LIMIT_MIN) < 0 || value.compareTo(Duration.ofMinutes(10)) > 0) {
                problems.add(name + " = " + value + ": must be " + LIMIT_MIN + " to PT10M");
            }
        }
    }

    private record Address(
            @Nullable String url,
            @Nullable String user,
            @Nullable String password) {
        void check(List<String> problems) {
            if (url == null || !url.startsWith("jdbc:")) {
                problems.add("url: must start with jdbc:");
            } else if (!hasDriver(url)) {
                problems.add("url = " + withoutSecrets(url)
                        + ": no JDBC driver on the class path takes it; the host brings the driver of its database");
            }
            if (user == null) {
                problems.add("user = null: must be given, empty if there is none");
            }
            if (password == null) {
                problems.add("password = null: must be given, empty if there is none");
            }
        }

        private static boolean hasDriver(String url) {
            try {
                return DriverManager.getDriver(url) != null;
            } catch (SQLException none) {
                return false;
            }
        }

        /** As much of an address as cannot hold a password: no user, no parameters. */
        private static String withoutSecrets(String url) {
            int end = url.contains("@") ? url.indexOf(':', "jdbc:".length()) + 1 : url.length();
            String shown = url.substring(0, end).split("[?;(]", 2)[0];
            return shown.length() == url.length() ? shown : shown + "…";
        }

        /** Tells nothing: the address may hold a password. */
        @Override
        public String toString() {
            return "Address";
        }

        OwnPool pool(int sizeMax, Duration wait) {
            return new OwnPool(
                    String.valueOf(url), user == null ? "" : user, password == null ? "" : password, sizeMax, wait);
        }
    }
}
