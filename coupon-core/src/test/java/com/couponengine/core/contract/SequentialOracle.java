package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.LockedCoupon;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Explains what racing commands on one coupon were answered: looks for an order in which the rule, asked for one after
 * the other without any store, gives exactly these answers and ends with exactly this row and ledger.
 */
final class SequentialOracle {
    /** A command and what it was answered. */
    record Step(RedemptionCommand command, RedemptionResult answer) {}

    private record State(Coupon coupon, List<Redemption> memory, List<CouponEvent> ledger, int time) {}

    private final RedemptionRule rule;
    private final Template template;
    private final List<Step> steps;
    private final List<Instant> times;
    private final Coupon last;
    private final List<CouponEvent> ledger;

    private SequentialOracle(
            RedemptionRule rule,
            Template template,
            List<Step> steps,
            List<Instant> times,
            Coupon last,
            List<CouponEvent> ledger) {
        this.rule = rule;
        this.template = template;
        this.steps = steps;
        this.times = times;
        this.last = last;
        this.ledger = ledger;
    }

    /**
     * Fails unless there is such an order.
     *
     * @param times what the clock stood at, one after the other; a command may have been decided at any of them
     */
    static void assertExplains(
            RedemptionRule rule,
            Template template,
            Coupon granted,
            List<Step> steps,
            List<Instant> times,
            Coupon last,
            List<CouponEvent> ledger) {
        List<Step> decided = steps.stream()
                .filter(step -> step.answer().status() != RedemptionStatus.UNAVAILABLE) // nothing was changed by it
                .toList();
        SequentialOracle oracle = new SequentialOracle(rule, template, decided, times, last, ledger);
        boolean explained = oracle.explains((1 << decided.size()) - 1, new State(granted, List.of(), List.of(), 0));
        assertThat(explained)
                .as("no order explains %s with the ledger %s and the end %s", decided, ledger, last)
                .isTrue();
    }

    private boolean explains(int open, State state) {
        if (open == 0) {
            return state.coupon().equals(last) && state.ledger().equals(ledger);
        }
        for (int i = 0; i < steps.size(); i++) {
            for (int time = state.time(); (open >> i & 1) == 1 && time < times.size(); time++) {
                State next = after(steps.get(i), state, time);
                if (next != null && explains(open & ~(1 << i), next)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What the step makes of the coupon, or null if it would have been answered otherwise. */
    private State after(Step step, State state, int time) {
        LockedCoupon locked = new LockedCoupon(state.coupon(), template, state.memory(), List.of());
        Decision decision = rule.decide(step.command(), locked, times.get(time));
        if (!decision.result().equals(step.answer())) {
            return null;
        }
        Decision.Change change = decision.change();
        if (change == null) {
            return new State(state.coupon(), state.memory(), state.ledger(), time);
        }
        List<CouponEvent> events = new ArrayList<>(state.ledger());
        events.addAll(change.events());
        List<Redemption> memory = new ArrayList<>(state.memory());
        Redemption changed = change.redemption();
        if (changed != null) {
            memory.removeIf(old -> old.orderId().equals(changed.orderId()) && old.attempt() == changed.attempt());
            memory.add(changed);
        }
        return new State(change.coupon(), memory, events, time);
    }
}
