package com.couponengine.jdbc.internal.redemption;

import static com.couponengine.jdbc.internal.TestCoupons.order;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.jdbc.JdbcCouponRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Lives of coupons, step by step, with what each step must be answered however often it has to be repeated. */
final class CouponLives {
    static final int KINDS = 5;

    private static final RedemptionRules RULES = new RedemptionRules(LineScope.WHOLE_ORDER);

    /** A step, and what it must be answered. */
    record Step(RedemptionCommand command, RedemptionStatus answer) {
        RedemptionResult run(JdbcCouponRepository repository) {
            return repository.redemptions().change(List.of(command), RULES).get(0);
        }

        /** Whether this is the answer, at 10.00 off where something is off. */
        boolean isAnswer(RedemptionResult result) {
            boolean needsDiscount = answer == RedemptionStatus.HELD || answer == RedemptionStatus.REDEEMED;
            return result.status() == answer
                    && (!needsDiscount || Money.of("10.00", "CNY").equals(result.discount()));
        }
    }

    private CouponLives() {}

    /** The steps of all coupons, one coupon after the other; the kinds of lives take turns. */
    static List<Step> steps(List<CouponCode> codes) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < codes.size(); i++) {
            steps.addAll(life(i % KINDS, codes.get(i).toString(), i));
        }
        return steps;
    }

    private static List<Step> life(int kind, String code, int n) {
        OrderAttempt a = OrderAttempt.of("a-" + n);
        OrderAttempt again = a.number(2);
        Order order = order("200.00");
        Duration hour = Duration.ofHours(1);
        return switch (kind) {
            case 0 ->
                List.of(
                        new Step(a.hold(code, order, hour), RedemptionStatus.HELD),
                        new Step(a.confirm(code), RedemptionStatus.REDEEMED),
                        new Step(a.refund(code, "r1", half()), RedemptionStatus.REFUNDED),
                        new Step(a.refund(code, "r2", half()), RedemptionStatus.REFUNDED));
            case 1 ->
                List.of(
                        new Step(a.redeem(code, order), RedemptionStatus.REDEEMED),
                        new Step(a.release(code), RedemptionStatus.RELEASED),
                        new Step(OrderAttempt.of("b-" + n).redeem(code, order), RedemptionStatus.REDEEMED));
            case 2 ->
                List.of(
                        new Step(a.hold(code, order, hour), RedemptionStatus.HELD),
                        new Step(a.release(code), RedemptionStatus.RELEASED),
                        new Step(again.hold(code, order, hour), RedemptionStatus.HELD),
                        new Step(again.confirm(code), RedemptionStatus.REDEEMED));
            case 3 ->
                List.of(
                        new Step(a.release(code), RedemptionStatus.RELEASED),
                        new Step(a.redeem(code, order), RedemptionStatus.ATTEMPT_RELEASED),
                        new Step(again.redeem(code, order), RedemptionStatus.REDEEMED),
                        new Step(again.release(code), RedemptionStatus.RELEASED));
            default -> List.of(new Step(a.hold(code, order, hour), RedemptionStatus.HELD));
        };
    }

    private static List<RedemptionCommand.Refund.Line> half() {
        return List.of(new RedemptionCommand.Refund.Line(Order.WHOLE, Money.of("100.00", "CNY")));
    }

    static CouponState end(int kind) {
        return switch (kind) {
            case 0, 3 -> CouponState.AVAILABLE;
            case 1, 2 -> CouponState.REDEEMED;
            default -> CouponState.HELD;
        };
    }

    /** What the ledger tells at the end; nothing in it is there twice. */
    static List<EventType> ledger(int kind) {
        return switch (kind) {
            case 0 ->
                List.of(
                        EventType.HELD,
                        EventType.CONFIRMED,
                        EventType.REFUNDED,
                        EventType.REFUNDED,
                        EventType.RELEASED);
            case 1 -> List.of(EventType.REDEEMED, EventType.RELEASED, EventType.REDEEMED);
            case 2 -> List.of(EventType.HELD, EventType.RELEASED, EventType.HELD, EventType.CONFIRMED);
            case 3 -> List.of(EventType.REDEEMED, EventType.RELEASED);
            default -> List.of(EventType.HELD);
        };
    }
}
