package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.ReleasePolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Words for the contracts of redemption: an order is named by a letter, its amount is 20.00 unless said otherwise. */
abstract class RedemptionContract extends CouponRepositoryContract {
    static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    static RedemptionCommand redeem(Coupon coupon, String order, int attempt) {
        return new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), order, attempt, order("20.00"));
    }

    static RedemptionCommand hold(Coupon coupon, String order, int attempt) {
        return hold(coupon, order, attempt, TEN_MINUTES);
    }

    static RedemptionCommand hold(Coupon coupon, String order, int attempt, Duration keepFor) {
        return new RedemptionCommand.Hold(coupon.code(), coupon.userId(), order, attempt, order("20.00"), keepFor);
    }

    static RedemptionCommand confirm(Coupon coupon, String order, int attempt) {
        return new RedemptionCommand.Confirm(coupon.code(), coupon.userId(), order, attempt);
    }

    static RedemptionCommand release(Coupon coupon, String order, int attempt) {
        return release(coupon, order, attempt, null);
    }

    static RedemptionCommand release(Coupon coupon, String order, int attempt, ReleasePolicy policy) {
        return new RedemptionCommand.Release(coupon.code(), coupon.userId(), order, attempt, policy);
    }

    static RedemptionCommand refund(
            Coupon coupon, String order, String refundId, RedemptionCommand.Refund.Line... lines) {
        return new RedemptionCommand.Refund(coupon.code(), coupon.userId(), order, 1, refundId, List.of(lines));
    }

    static RedemptionCommand.Refund.Line line(String id, String amount) {
        return new RedemptionCommand.Refund.Line(id, yuan(amount));
    }

    static RedemptionCommand voiding(Coupon coupon, String requestId) {
        return new RedemptionCommand.VoidCoupon(coupon.code(), "Li Lei", "wrong person", requestId);
    }

    static RedemptionCommand sweep(Coupon coupon) {
        return new RedemptionCommand.Sweep(coupon.code());
    }

    /** Carries a command out, which must be done for the first time. */
    final RedemptionResult done(RedemptionCommand command, RedemptionStatus status) {
        RedemptionResult result = run(command);
        assertThat(result.status()).as("%s", command).isEqualTo(status);
        assertThat(result.isDone()).as("%s", command).isTrue();
        assertThat(result.replay()).as("replay of %s", command).isFalse();
        assertThat(result.coupon())
                .as("the answer's coupon is the row")
                .isEqualTo(repository().coupons().find(command.code()).orElseThrow());
        return result;
    }

    /** Repeats a command: the same answer again, and nothing changes. */
    final void repeated(RedemptionCommand command, RedemptionResult first) {
        Coupon before = repository().coupons().find(command.code()).orElseThrow();
        List<CouponEvent> ledger = repository().coupons().ledger(command.code());
        for (int i = 0; i < 2; i++) {
            assertThat(run(command))
                    .as("repeat of %s", command)
                    .isEqualTo(new RedemptionResult(first.status(), true, before, first.redemption(), null));
        }
        assertThat(repository().coupons().find(command.code())).contains(before);
        assertThat(repository().coupons().ledger(command.code())).isEqualTo(ledger);
    }

    /** Asks for something that must be refused and leave everything as it was. */
    final RedemptionResult refused(RedemptionCommand command, RedemptionStatus status) {
        Coupon before = repository().coupons().find(command.code()).orElseThrow();
        List<CouponEvent> ledger = repository().coupons().ledger(command.code());

        RedemptionResult result = run(command);

        assertThat(result.status()).as("%s", command).isEqualTo(status);
        assertThat(result.isDone()).as("%s", command).isEqualTo(status == RedemptionStatus.NOTHING_TO_SWEEP);
        assertThat(result.replay()).isFalse();
        assertThat(result.coupon()).isEqualTo(status == RedemptionStatus.UNKNOWN_COUPON ? null : before);
        assertThat(repository().coupons().find(command.code())).contains(before);
        assertThat(repository().coupons().ledger(command.code())).isEqualTo(ledger);
        return result;
    }

    final void is(Coupon coupon, CouponState state) {
        assertThat(stored(coupon).state()).isEqualTo(state);
    }

    final void ledgerIs(Coupon coupon, EventType... types) {
        assertThat(ledger(coupon)).extracting(CouponEvent::type).isEqualTo(Arrays.asList(types));
    }

    static Redemption memory(RedemptionResult result) {
        assertThat(result.redemption()).as("memory in %s", result).isNotNull();
        return result.redemption();
    }
}
