package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueAnswer.Status;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Deadline;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.RowRefusedException;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.template.CounterRow;
import com.couponengine.jdbc.internal.template.CounterTable;
import com.couponengine.jdbc.internal.template.TemplateTable;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Issues coupons: a batch is one transaction of its data source. It is tried the fast way first, and if that fails
 * request by request. Thread-safe.
 */
public final class JdbcIssueStore implements IssueStore {
    /** How often a batch that ran into somebody else's rows is looked at again. */
    private static final int TRIES_MAX = 4;

    private static final int REMEMBERED_MAX = 10_000;

    private final Database database;
    private final Fences fences;
    private final List<ArchiveSeen> archives;
    /** The zones of published templates, which never change. */
    private final Map<Long, ZoneId> zones = new ConcurrentHashMap<>();
    /** Shares whose last batch could not go the fast way: the next one does not try it. */
    private final Set<ShareId> slow = ConcurrentHashMap.newKeySet();

    public JdbcIssueStore(Database database) {
        this.database = database;
        this.fences = new Fences(database);
        this.archives =
                database.sources().stream().map(source -> new ArchiveSeen()).toList();
    }

    @Override
    public List<IssueAnswer> issue(IssueBatch batch) {
        check(batch);
        Source source = database.sources().get(batch.share().source());
        return issue(source, batch, source.deadline());
    }

    private List<IssueAnswer> issue(Source source, IssueBatch batch, Deadline deadline) {
        String what = "issue of template " + batch.share().templateId();
        try {
            if (!slow.contains(batch.share()) && FastPath.suits(source.dialect(), batch)) {
                Optional<List<IssueAnswer>> answers = tryFast(source, batch, what, deadline);
                if (answers.isPresent()) {
                    return answers.get();
                }
            }
            return slowly(source, batch, what, deadline);
        } catch (RowRefusedException e) {
            return halves(source, batch, deadline);
        }
    }

    private Optional<List<IssueAnswer>> tryFast(Source source, IssueBatch batch, String what, Deadline deadline) {
        try {
            return source.tryTransaction(
                    what,
                    tx -> {
                        Optional<ZoneId> zone = zone(tx, batch.share().templateId());
                        return zone.isEmpty()
                                ? Optional.empty()
                                : Optional.of(FastPath.issue(tx, batch, zone.get(), archives.get(source.index())));
                    },
                    deadline);
        } catch (RowRefusedException e) {
            return Optional.empty(); // something in it is not right: the slow way finds out what
        }
    }

    private List<IssueAnswer> slowly(Source source, IssueBatch batch, String what, Deadline deadline)
            throws RowRefusedException {
        for (int again = 1; ; again++) {
            try {
                List<@Nullable IssueAnswer> answers = source.tryTransaction(
                        what, tx -> SlowPath.issue(tx, batch, archives.get(source.index())), deadline);
                rememberPath(batch, answers);
                return withoutGaps(batch, answers);
            } catch (RowRefusedException e) {
                if (!e.isDuplicate()) {
                    throw e;
                }
                if (again == TRIES_MAX) {
                    throw new StoreUnavailableException(what, e);
                }
            }
        }
    }

    /** Each half may hold what the database does not take; it stands alone in the end, and the rest is issued. */
    private List<IssueAnswer> halves(Source source, IssueBatch batch, Deadline deadline) {
        List<IssueRequest> requests = batch.requests();
        if (requests.size() == 1) {
            return List.of(IssueAnswer.refused(Status.NOT_STORABLE));
        }
        List<IssueAnswer> answers = new ArrayList<>(requests.size());
        int middle = requests.size() / 2;
        try {
            for (List<IssueRequest> half :
                    List.of(requests.subList(0, middle), requests.subList(middle, requests.size()))) {
                answers.addAll(issue(source, new IssueBatch(batch.share(), batch.epoch(), half), deadline));
            }
        } catch (StoreUnavailableException e) {
            if (answers.isEmpty()) {
                throw e;
            }
            throw new OutcomeUnknownException(
                    "a part of the issue of template " + batch.share().templateId(), e);
        }
        return answers;
    }

    private void rememberPath(IssueBatch batch, List<@Nullable IssueAnswer> answers) {
        boolean fastWouldDo = true;
        for (int i = 0; i < answers.size(); i++) {
            IssueAnswer answer = answers.get(i);
            fastWouldDo &= answer != null
                    && answer.status() == Status.GRANTED
                    && answer.coupon() != null
                    && answer.coupon().grabNo() == batch.requests().get(i).grabNoHint();
        }
        if (fastWouldDo) {
            slow.remove(batch.share());
        } else if (slow.size() < REMEMBERED_MAX) {
            slow.add(batch.share());
        }
    }

    /** Fills in the answers that the data source has no counter row for. */
    private List<IssueAnswer> withoutGaps(IssueBatch batch, List<@Nullable IssueAnswer> answers) {
        List<IssueAnswer> filled = new ArrayList<>(answers.size());
        IssueAnswer notLaidOut = null;
        for (IssueAnswer answer : answers) {
            if (answer == null && notLaidOut == null) {
                notLaidOut = IssueAnswer.refused(withoutCounter(batch.share().templateId()));
            }
            filled.add(answer == null ? Objects.requireNonNull(notLaidOut) : answer);
        }
        return filled;
    }

    private Status withoutCounter(long templateId) {
        Optional<Template> template =
                database.home().read("template " + templateId, tx -> TemplateTable.find(tx, templateId));
        if (template.isEmpty()) {
            return Status.UNKNOWN_TEMPLATE;
        }
        if (template.get().isVoid()) {
            return Status.VOIDED;
        }
        // Published, but not here yet, is the same for a grab as not published.
        return template.get().state() == TemplateState.ENDED ? Status.ENDED : Status.NOT_PUBLISHED;
    }

    private Optional<ZoneId> zone(Tx tx, long templateId) {
        ZoneId known = zones.get(templateId);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<ZoneId> zone = TemplateTable.find(tx, templateId)
                .filter(template -> template.state() != TemplateState.DRAFT)
                .map(template -> template.spec().zone());
        if (zones.size() >= REMEMBERED_MAX) {
            zones.clear();
        }
        zone.ifPresent(found -> zones.put(templateId, found));
        return zone;
    }

    private void check(IssueBatch batch) {
        Mistakes mistakes = new Mistakes();
        int source = batch.share().source();
        mistakes.require(
                source >= 0 && source < database.sources().size(), "share.source", source, "must be a data source");
        mistakes.require(!batch.requests().isEmpty(), "requests", batch.requests(), "must have a request");
        for (IssueRequest request : batch.requests()) {
            mistakes.id("userId", request.userId()).key("requestId", request.requestId());
            mistakes.throwIfAny();
            mistakes.require(
                    database.shards().sourceOfUser(request.userId()) == source,
                    "userId",
                    request.userId(),
                    "must be a user of data source " + source);
            mistakes.require(
                    request.code().table() == CouponCodes.tableOf(request.userId()),
                    "code",
                    request.code(),
                    "must be a code of the user's table");
        }
        mistakes.throwIfAny();
    }

    @Override
    public FenceAnswer fence(long templateId, long userId, CouponCode code) {
        new Mistakes()
                .id("userId", userId)
                .require(
                        userId > 0 && code.table() == CouponCodes.tableOf(userId),
                        "code",
                        code,
                        "must be a code of the user's table")
                .throwIfAny();
        return fences.fence(templateId, userId, code);
    }

    @Override
    public List<Optional<Coupon>> find(List<RequestKey> keys) {
        Map<Source, Set<RequestKey>> bySource = new LinkedHashMap<>();
        for (RequestKey key : keys) {
            bySource.computeIfAbsent(database.ofUser(key.userId()), source -> new LinkedHashSet<>())
                    .add(key);
        }
        Map<RequestKey, Coupon> found = new HashMap<>();
        bySource.forEach((source, ofSource) -> found.putAll(granted(source, ofSource)));
        return keys.stream().map(key -> Optional.ofNullable(found.get(key))).toList();
    }

    private static Map<RequestKey, Coupon> granted(Source source, Set<RequestKey> keys) {
        return source.read("what was granted for " + shown(keys), tx -> {
            Earlier earlier = new Earlier();
            Packet packet = new Packet(tx);
            earlier.askGranted(tx, packet, keys);
            packet.send();
            return earlier.granted();
        });
    }

    private static String shown(Set<RequestKey> keys) {
        return keys.size() == 1 ? keys.iterator().next().toString() : keys.size() + " requests";
    }

    @Override
    public Optional<ShareStock> raiseEpoch(ShareId share) {
        if (share.source() < 0 || share.source() >= database.sources().size()) {
            return Optional.empty();
        }
        Source source = database.sources().get(share.source());
        return source.inTransaction("raise the epoch of " + share, tx -> {
            Optional<CounterRow> row = CounterTable.lock(tx, share.templateId());
            row.ifPresent(counter -> CounterTable.setEpoch(tx, share.templateId(), counter.epoch() + 1));
            return row.map(counter -> new ShareStock(share, counter.quota(), counter.issued(), counter.epoch() + 1));
        });
    }

    @Override
    public List<ShareStock> stock(long templateId) {
        List<ShareStock> stock = new ArrayList<>();
        for (Source source : database.sources()) {
            ShareId share = new ShareId(templateId, source.index());
            source.read("stock of " + share, tx -> CounterTable.find(tx, templateId))
                    .map(row -> new ShareStock(share, row.quota(), row.issued(), row.epoch()))
                    .ifPresent(stock::add);
        }
        return stock;
    }
}
