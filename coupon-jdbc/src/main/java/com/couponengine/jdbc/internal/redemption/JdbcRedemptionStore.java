package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Deadline;
import com.couponengine.jdbc.internal.db.RowRefusedException;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.db.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes coupons under the locks of their rows. Thread-safe. */
public final class JdbcRedemptionStore implements RedemptionStore {
    private static final Logger log = LoggerFactory.getLogger(JdbcRedemptionStore.class);
    private static final int PLACE_RETRIES_MAX = 5;

    private final Database database;
    private final KnownTemplates known = new KnownTemplates();

    public JdbcRedemptionStore(Database database) {
        this.database = database;
    }

    @Override
    public List<RedemptionResult> change(List<RedemptionCommand> commands, RedemptionRule rule) {
        Map<Integer, List<Integer>> placesBySource = new TreeMap<>();
        for (int place = 0; place < commands.size(); place++) {
            int source = database.shards().sourceOf(commands.get(place).code().table());
            placesBySource.computeIfAbsent(source, s -> new ArrayList<>()).add(place);
        }
        RedemptionResult[] results = new RedemptionResult[commands.size()];
        placesBySource.forEach((source, places) -> {
            List<RedemptionCommand> ofSource =
                    places.stream().map(commands::get).toList();
            List<RedemptionResult> answers = onSource(database.sources().get(source), new Job(ofSource, rule, false));
            for (int i = 0; i < answers.size(); i++) {
                results[places.get(i)] = answers.get(i);
            }
        });
        return List.of(results);
    }

    @Override
    public List<RedemptionResult> changeTogether(List<RedemptionCommand> commands, RedemptionRule rule) {
        Source source = database.ofTable(commands.get(0).code().table());
        return RedemptionResult.together(onSource(source, new Job(commands, rule, true)));
    }

    /** What is to be done in one transaction. */
    private record Job(List<RedemptionCommand> commands, RedemptionRule rule, boolean allOrNone) {
        Job part(int from, int to) {
            return new Job(commands.subList(from, to), rule, allOrNone);
        }

        /** Whether its commands may be carried out in several transactions. */
        boolean isSplittable() {
            return commands.size() > 1 && !allOrNone;
        }

        List<RedemptionResult> failed(RedemptionStatus status) {
            return Collections.nCopies(commands.size(), RedemptionResult.of(status));
        }

        @Override
        public String toString() {
            return "changing " + commands.size() + " coupons from "
                    + commands.get(0).code();
        }
    }

    private List<RedemptionResult> onSource(Source source, Job job) {
        try {
            return inTransaction(source, job);
        } catch (OutcomeUnknownException e) {
            log.warn("{}", e.getMessage());
            return job.failed(RedemptionStatus.OUTCOME_UNKNOWN);
        } catch (StoreUnavailableException e) {
            log.warn("{}", e.getMessage());
            return job.failed(RedemptionStatus.UNAVAILABLE);
        } catch (RowRefusedException e) {
            if (job.isSplittable()) { // the one that cannot be stored must not take the others with it
                int size = job.commands().size();
                List<RedemptionResult> results = new ArrayList<>();
                results.addAll(onSource(source, job.part(0, size / 2)));
                results.addAll(onSource(source, job.part(size / 2, size)));
                return results;
            }
            log.error("{}", job, e);
            return job.failed(RedemptionStatus.UNAVAILABLE);
        } catch (RuntimeException e) { // whatever it is, it came before COMMIT: nothing was changed
            log.error("{}", job, e);
            return job.failed(RedemptionStatus.UNAVAILABLE);
        }
    }

    /** If another host takes the place on an order that this one was about to take, it can be seen the next time. */
    private List<RedemptionResult> inTransaction(Source source, Job job) throws RowRefusedException {
        Deadline deadline = source.deadline();
        for (int retry = 0; ; retry++) {
            try {
                return source.tryTransaction(job.toString(), tx -> inTransaction(tx, job), deadline);
            } catch (RowRefusedException e) {
                if (!e.isDuplicate() || retry == PLACE_RETRIES_MAX) {
                    throw e;
                }
            }
        }
    }

    private List<RedemptionResult> inTransaction(Tx tx, Job job) throws SQLException {
        RowLocks locks = RowLocks.lock(tx, known, job.commands());
        Instant now = locks.now();
        List<RedemptionResult> results = new ArrayList<>(job.commands().size());
        for (RedemptionCommand command : job.commands()) {
            LockedRow row = locks.rows().get(command.code());
            results.add(
                    row == null
                            ? RedemptionResult.of(RedemptionStatus.UNKNOWN_COUPON)
                            : decide(command, row, locks.orders(), job.rule(), now));
        }
        boolean isWanted = !job.allOrNone() || RedemptionResult.areDone(results);
        if (!isWanted || !RowWrites.write(tx, locks.rows().values(), job.isSplittable())) {
            tx.rollBackAtEnd();
        }
        return results;
    }

    /** A host's line scope may throw: that is the answer of one command, and no other's. */
    private static RedemptionResult decide(
            RedemptionCommand command, LockedRow row, LockedOrders orders, RedemptionRule rule, Instant now) {
        Decision decision;
        try {
            decision = rule.decide(command, row.view(orders.others(command, row.now())), now);
        } catch (RuntimeException e) {
            String step = command.getClass().getSimpleName();
            log.error("{} of coupon {} could not be decided", step, command.code(), e);
            return RedemptionResult.of(RedemptionStatus.UNAVAILABLE);
        }
        if (decision.change() != null && !row.isArchived()) {
            row.take(decision.change());
            orders.take(decision.change());
        }
        return decision.result();
    }
}
