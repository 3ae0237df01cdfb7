package com.couponengine.jdbc.internal;

import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.store.Shards;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.Durability;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Limits;
import com.couponengine.jdbc.internal.db.OpenSource;
import com.couponengine.jdbc.internal.db.OwnPool;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Sql;
import com.couponengine.jdbc.internal.reading.JdbcCouponReader;
import com.couponengine.jdbc.internal.redemption.JdbcRedemptionStore;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.LedgerRows;
import com.couponengine.jdbc.internal.row.RedemptionRows;
import com.couponengine.jdbc.internal.row.TemplateRows;
import com.couponengine.jdbc.internal.upkeep.JdbcUpkeepStore;
import com.couponengine.jdbc.server.SqlDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One database with the stores that work on coupons, and templates and coupons laid into it without the issue store. */
public final class TestCoupons implements AutoCloseable {
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(20), Duration.ofSeconds(10));
    private static final int CONNECTIONS = 10;
    private static final int ROWS_PER_INSERT = 500;

    private final SqlDatabase at;
    private final OpenSource source;
    private final Database database;
    private final CouponCodes codes = new CouponCodes();
    private final RedemptionRules rules = new RedemptionRules(LineScope.WHOLE_ORDER);
    private long lastTemplate;
    private long lastRequest;

    private TestCoupons(SqlDatabase at, OpenSource source) {
        this.at = at;
        this.source = source;
        this.database = new Database(List.of(source.source()));
    }

    /** Opens a database, with the clock given or its own, and installs the schema where it is missing. */
    public static TestCoupons open(SqlDatabase at, @Nullable TimeSource time) {
        return open(at, time, LIMITS);
    }

    /** As the other one, with limits of the caller's. */
    public static TestCoupons open(SqlDatabase at, @Nullable TimeSource time, Limits limits) {
        OwnPool pool = new OwnPool(at.url(), at.user(), at.password(), CONNECTIONS, limits.call());
        OpenSource source = OpenSource.open(
                new OpenSource.Own(pool), 0, new Shards(1), time, limits, true, Durability.WARN, new ArrayList<>());
        return new TestCoupons(at, source);
    }

    public Database database() {
        return database;
    }

    public JdbcRedemptionStore redemptions() {
        return new JdbcRedemptionStore(database);
    }

    public JdbcCouponReader reader() {
        return new JdbcCouponReader(database);
    }

    public JdbcUpkeepStore upkeep() {
        return new JdbcUpkeepStore(database);
    }

    public RedemptionRules rules() {
        return rules;
    }

    /** Has one command carried out. */
    public RedemptionResult change(RedemptionCommand command) {
        return redemptions().change(List.of(command), rules).get(0);
    }

    /** A connection outside the pool, for what a test does around the ports. */
    public Connection connect() throws SQLException {
        return at.connect();
    }

    /** 10 off from 100 on, in yuan. */
    public static Discount tenOffFromHundred() {
        return Discount.threshold("100.00", "10.00", "CNY");
    }

    public static Order order(String yuan) {
        return Order.of(Money.of(yuan, "CNY"));
    }

    public static RedemptionCommand.Redeem redeem(Coupon coupon, String orderId) {
        return new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), orderId, 1, order("200.00"));
    }

    public static RedemptionCommand.Hold hold(Coupon coupon, String orderId, Duration keepFor) {
        return new RedemptionCommand.Hold(coupon.code(), coupon.userId(), orderId, 1, order("200.00"), keepFor);
    }

    /** Lays a template. */
    public Template template(TemplateState state) {
        return template(state, tenOffFromHundred());
    }

    /** Lays a template. */
    public Template template(TemplateState state, Discount discount) {
        Instant start = Instant.parse("2020-01-01T00:00:00Z");
        Instant end = Instant.parse("2090-01-01T00:00:00Z");
        TemplateSpec spec = TemplateSpec.builder()
                .name("Spring")
                .discount(discount)
                .grabWindow(start, end)
                .validity(Validity.between(start, end))
                .unlimitedPerUser()
                .stackingGroup("g")
                .build();
        Template template = new Template(++lastTemplate, spec, state, null);
        List<@Nullable Object> values = new ArrayList<>();
        values.add(template.id());
        values.addAll(TemplateRows.values(spec, state, null));
        write("coupon_template", "id, " + String.join(", ", TemplateRows.COLUMNS), values);
        return template;
    }

    /** Lays a coupon that is available until an instant. */
    public Coupon coupon(Template template, long userId, Instant expiresAt) {
        return coupons(template, List.of(userId), expiresAt).get(0);
    }

    /** Lays a coupon for each user, available until an instant. */
    public List<Coupon> coupons(Template template, List<Long> userIds, Instant expiresAt) {
        List<Coupon> coupons = new ArrayList<>();
        for (long userId : userIds) {
            lastRequest++;
            coupons.add(new Coupon(
                    codes.next(userId),
                    userId,
                    template.id(),
                    (int) lastRequest,
                    "request-" + lastRequest,
                    CouponState.AVAILABLE,
                    Instant.ofEpochMilli(1_700_000_000_000L + lastRequest),
                    Instant.parse("2020-01-01T00:00:00Z"),
                    expiresAt,
                    null));
        }
        put(coupons);
        return coupons;
    }

    /** Lays coupons as they are. */
    public void put(List<Coupon> coupons) {
        TreeMap<String, List<Coupon>> byTable = new TreeMap<>();
        coupons.forEach(coupon -> byTable.computeIfAbsent(CouponTables.of(coupon.code()), table -> new ArrayList<>())
                .add(coupon));
        byTable.forEach((table, ofTable) -> {
            for (int from = 0; from < ofTable.size(); from += ROWS_PER_INSERT) {
                List<@Nullable Object> values = new ArrayList<>();
                ofTable.subList(from, Math.min(ofTable.size(), from + ROWS_PER_INSERT))
                        .forEach(coupon -> values.addAll(row(coupon)));
                write(table, CouponRows.SELECTED + ", sweep_at", values);
            }
        });
    }

    private static List<@Nullable Object> row(Coupon coupon) {
        Coupon.Use use = coupon.use();
        Instant heldUntil = use == null ? null : use.heldUntil();
        return Arrays.asList(
                coupon.templateId(),
                coupon.userId(),
                coupon.grabNo(),
                coupon.code().toString(),
                coupon.requestId(),
                CouponRows.letter(coupon.state()),
                coupon.issuedAt().toEpochMilli(),
                coupon.validFrom().toEpochMilli(),
                coupon.expiresAt().toEpochMilli(),
                use == null ? null : use.orderId(),
                use == null ? null : (Integer) use.attempt(),
                heldUntil == null ? null : (Long) heldUntil.toEpochMilli(),
                use == null ? null : (Long) use.discount().minorUnits(),
                use == null ? null : use.discount().currency().getCurrencyCode(),
                CouponRows.sweepAt(coupon));
    }

    /** Lays a fence: a row that is no coupon. */
    public CouponCode fence(Template template, long userId) {
        CouponCode code = codes.next(userId);
        List<@Nullable Object> values = Arrays.asList(
                template.id(),
                userId,
                -1,
                code.toString(),
                null,
                CouponRows.FENCED,
                0L,
                0L,
                0L,
                null,
                null,
                null,
                null,
                null,
                null);
        write(CouponTables.of(code), CouponRows.SELECTED + ", sweep_at", values);
        return code;
    }

    private void write(String table, String columns, List<? extends @Nullable Object> values) {
        source.source().inTransaction("laying rows", tx -> {
            Packet packet = new Packet(tx);
            packet.insert(table, List.of(columns.split(", ")), values);
            packet.send();
            return null;
        });
    }

    /** The only number that a query answers. */
    public long number(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The server's clock. */
    public Instant now() {
        return Instant.ofEpochMilli(
                number("SELECT " + Sql.nowMillis(source.source().dialect())));
    }

    /** How many statements wait for a lock, or take one. */
    public long lockWaits() {
        return number(
                source.source().dialect() == Dialect.POSTGRESQL
                        ? "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        : "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%FOR UPDATE%'"
                                + " AND id <> CONNECTION_ID() AND db = DATABASE()");
    }

    /** Rows of coupons outside the archive, fences among them. */
    public long mainRows() {
        String counts = IntStream.range(0, Shards.STREAMS)
                .mapToObj(stream -> "(SELECT COUNT(*) FROM " + CouponTables.name(stream) + ")")
                .collect(Collectors.joining(" + "));
        return number("SELECT " + counts);
    }

    public long archivedRows() {
        return number("SELECT COUNT(*) FROM " + CouponTables.ARCHIVE);
    }

    /** Sets a template's state. */
    public void set(Template template, TemplateState state) {
        execute("UPDATE coupon_template SET state = '" + TemplateRows.text(state) + "' WHERE id = " + template.id());
    }

    /** Voids all coupons of a template. */
    public void voidAll(Template template) {
        execute(
                "UPDATE coupon_template SET void_by = 'Li Lei', void_reason = 'mistake', void_request_id = 'v', voided_at = 1 WHERE id = "
                        + template.id());
    }

    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Empties all tables but those of the schema. */
    public void clear() {
        source.source().inTransaction("emptying", tx -> {
            Packet packet = new Packet(tx);
            for (int stream = 0; stream < Shards.STREAMS; stream++) {
                packet.update("DELETE FROM " + CouponTables.name(stream), List.of(), count -> {});
            }
            for (String table : List.of(
                    CouponTables.ARCHIVE,
                    RedemptionRows.TABLE,
                    RedemptionRows.ARCHIVE,
                    LedgerRows.TABLE,
                    "coupon_outbox",
                    "coupon_template")) {
                packet.update("DELETE FROM " + table, List.of(), count -> {});
            }
            packet.send();
            return null;
        });
    }

    @Override
    public void close() {
        source.close();
    }
}
