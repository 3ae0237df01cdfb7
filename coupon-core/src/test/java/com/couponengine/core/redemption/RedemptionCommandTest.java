package com.couponengine.core.redemption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.discount.Order;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.InvalidInputException.Mistake;
import com.couponengine.core.money.Money;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RedemptionCommandTest {
    private static final CouponCode CODE = new CouponCodes().next(1);
    private static final Order ORDER = Order.of(Money.of("1.00", "CNY"));

    private static void refused(ThrowingCallable call, String... fields) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.mistakes()).extracting(Mistake::field).containsExactly(fields));
    }

    @Test
    void everyMistakeOfACommandIsNamedAtOnce() {
        refused(
                () -> new RedemptionCommand.Redeem(null, 0L, "", 0, null),
                "code",
                "userId",
                "orderId",
                "attempt",
                "order");
        refused(
                () -> new RedemptionCommand.Hold(CODE, -1L, null, 10_001, null, null),
                "userId",
                "orderId",
                "attempt",
                "order",
                "keepFor");
        refused(() -> new RedemptionCommand.Confirm(CODE, null, "with blank", 1), "orderId");
        refused(() -> new RedemptionCommand.Release(CODE, null, "o".repeat(65), 1, null), "orderId");
        refused(() -> new RedemptionCommand.Refund(CODE, null, "A", 1, "", List.of()), "refundId", "lines");
        refused(() -> new RedemptionCommand.VoidCoupon(null, "", " ", "订单"), "code", "by", "reason", "requestId");
        refused(() -> new RedemptionCommand.VoidCoupon(CODE, "b".repeat(65), "reason", "v"), "by");
        refused(() -> new RedemptionCommand.VoidCoupon(CODE, null, "reason", "v"), "by");
        refused(() -> new RedemptionCommand.VoidCoupon(CODE, "b".repeat(64), "r".repeat(201), "v"), "reason");
    }

    @Test
    void aHoldLastsASecondToThirtyDays() {
        for (Duration wrong : List.of(
                Duration.ZERO,
                Duration.ofMillis(999),
                Duration.ofSeconds(-5),
                Duration.ofDays(30).plusNanos(1))) {
            refused(() -> new RedemptionCommand.Hold(CODE, null, "A", 1, ORDER, wrong), "keepFor");
        }
        assertThat(new RedemptionCommand.Hold(CODE, null, "A", 1, ORDER, Duration.ofDays(30)).keepFor())
                .isEqualTo(Duration.ofDays(30));
    }

    @Test
    void aRefundNamesEachLineOnceAndMoreThanNothing() {
        RedemptionCommand.Refund.Line line = new RedemptionCommand.Refund.Line("a", Money.of("1.00", "CNY"));
        refused(() -> new RedemptionCommand.Refund(CODE, null, "A", 1, "r", List.of(line, line)), "line.id");
        refused(() -> new RedemptionCommand.Refund.Line("a", Money.of("0.00", "CNY")), "line.amount");
        refused(() -> new RedemptionCommand.Refund.Line(null, null), "line.id", "line.amount");
    }

    @ParameterizedTest
    @EnumSource(RedemptionStatus.class)
    void onlyTheGoodEndsAreDone(RedemptionStatus status) {
        boolean done = switch (status) {
            case REDEEMED, HELD, RELEASED, REFUNDED, VOIDED, SWEPT, NOTHING_TO_SWEEP -> true;
            default -> false;
        };
        assertThat(status.isDone()).isEqualTo(done);
    }
}
