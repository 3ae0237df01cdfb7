package com.couponengine.core.upkeep;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.UpkeepStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The regular upkeep: writes down what time has done to coupons, and moves long-expired ones to the archive. In bounded
 * transactions, so that nobody waits; may be stopped anywhere and started again, also on several hosts at once.
 * Thread-safe. Faults of the database throw {@link StoreUnavailableException}; what was done
 * until then is done.
 */
public final class Upkeep {
    /** Rows per transaction. */
    private static final int CHUNK = 500;

    private final CouponRepository repository;
    private final RedemptionRule rule;

    public Upkeep(CouponRepository repository, RedemptionRule rule) {
        Mistakes.given("repository", repository);
        Mistakes.given("rule", rule);
        this.repository = repository;
        this.rule = rule;
    }

    /**
     * Frees lapsed holds and marks coupons past their end as expired; a coupon with both gets a ledger entry for each and
     * counts once. Whether a coupon can be used never depends on it.
     *
     * @param progress told after each look that found something how many coupons were swept so far
     * @return how many coupons were swept
     */
    public long sweep(LongConsumer progress) {
        Mistakes.given("progress", progress);
        long swept = 0;
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            UpkeepStore.Due due;
            List<RedemptionCommand> commands;
            long before;
            do {
                due = repository.upkeep().due(stream, CHUNK);
                before = swept;
                commands = new ArrayList<>();
                for (CouponCode code : due.codes()) {
                    commands.add(new RedemptionCommand.Sweep(code));
                }
                if (!commands.isEmpty()) {
                    for (RedemptionResult result : repository.redemptions().change(commands, rule)) {
                        swept += swept(result);
                    }
                }
                if (due.more() || !commands.isEmpty()) {
                    progress.accept(swept);
                }
                // With fewer than were looked at, the others were used ones, and are out of the way now.
            } while (due.more() && (swept > before || commands.size() < CHUNK));
        }
        return swept;
    }

    private static int swept(RedemptionResult result) {
        return switch (result.status()) {
            case SWEPT -> 1;
            case UNAVAILABLE, OUTCOME_UNKNOWN ->
                throw new StoreUnavailableException("the sweep stopped: " + result.status());
            default -> 0; // somebody else was faster
        };
    }

    /**
     * Moves coupons of ended templates that expired unused, or were lost, to the archive. Used coupons stay.
     *
     * @param expiredBefore only coupons whose end lies before this instant
     * @param progress told after each transaction how many coupons were moved so far
     * @return how many coupons were moved
     */
    public long archive(Instant expiredBefore, LongConsumer progress) {
        new Mistakes()
                .instant("expiredBefore", expiredBefore)
                .require(progress != null, "progress", progress, "must be given")
                .throwIfAny();
        long moved = 0;
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            int chunk;
            do {
                chunk = repository.upkeep().archive(stream, expiredBefore, CHUNK);
                moved += chunk;
                if (chunk > 0) {
                    progress.accept(moved);
                }
            } while (chunk > 0);
        }
        return moved;
    }
}
