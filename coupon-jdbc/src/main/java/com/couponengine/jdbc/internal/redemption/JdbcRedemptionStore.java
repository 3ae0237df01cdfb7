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

    private final Database database;

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
            List<RedemptionResult> answers = onSource(database.sources().get(source), ofSource, rule);
            for (int i = 0; i < answers.size(); i++) {
                results[places.get(i)] = answers.get(i);
            }
        });
        return List.of(results);
    }

    private List<RedemptionResult> onSource(Source source, List<RedemptionCommand> commands, RedemptionRule rule) {
        String what = "changing " + commands.size() + " coupons from "
                + commands.get(0).code();
        try {
            return source.tryTransaction(what, tx -> inTransaction(tx, commands, rule));
        } catch (OutcomeUnknownException e) {
            log.warn("{}", e.getMessage());
            return all(RedemptionStatus.OUTCOME_UNKNOWN, commands);
        } catch (StoreUnavailableException e) {
            log.warn("{}", e.getMessage());
            return all(RedemptionStatus.UNAVAILABLE, commands);
        } catch (RowRefusedException e) {
            if (commands.size() > 1) { // the one whose data cannot be stored must not take the others with it
                List<RedemptionResult> results = new ArrayList<>();
                results.addAll(onSource(source, commands.subList(0, commands.size() / 2), rule));
                results.addAll(onSource(source, commands.subList(commands.size() / 2, commands.size()), rule));
                return results;
            }
            log.error("{}", what, e);
            return all(RedemptionStatus.UNAVAILABLE, commands);
        } catch (RuntimeException e) { // whatever it is, it came before COMMIT: nothing was changed
            log.error("{}", what, e);
            return all(RedemptionStatus.UNAVAILABLE, commands);
        }
    }

    private static List<RedemptionResult> inTransaction(Tx tx, List<RedemptionCommand> commands, RedemptionRule rule)
            throws SQLException {
        RowLocks locks =
                RowLocks.lock(tx, commands.stream().map(RedemptionCommand::code).toList());
        Instant now = locks.now();
        List<RedemptionResult> results = new ArrayList<>(commands.size());
        for (RedemptionCommand command : commands) {
            LockedRow row = locks.rows().get(command.code());
            results.add(
                    row == null
                            ? RedemptionResult.of(RedemptionStatus.UNKNOWN_COUPON)
                            : decide(command, row, rule, now));
        }
        if (!RowWrites.write(tx, locks.rows().values())) {
            tx.rollBackAtEnd();
        }
        return results;
    }

    /** A host's line scope may throw: that is the answer of one command, and no other's. */
    private static RedemptionResult decide(RedemptionCommand command, LockedRow row, RedemptionRule rule, Instant now) {
        Decision decision;
        try {
            decision = rule.decide(command, row.view(), now);
        } catch (RuntimeException e) {
            String step = command.getClass().getSimpleName();
            log.error("{} of coupon {} could not be decided", step, command.code(), e);
            return RedemptionResult.of(RedemptionStatus.UNAVAILABLE);
        }
        if (decision.change() != null) {
            row.take(decision.change());
        }
        return decision.result();
    }

    private static List<RedemptionResult> all(RedemptionStatus status, List<RedemptionCommand> commands) {
        return Collections.nCopies(commands.size(), RedemptionResult.of(status));
    }
}
