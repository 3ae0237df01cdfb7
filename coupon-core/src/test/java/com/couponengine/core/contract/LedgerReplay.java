package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import java.util.List;

/** A coupon's ledger, replayed, gives its row. */
public final class LedgerReplay {
    private CouponState state = CouponState.AVAILABLE;
    private CouponEvent use;
    private boolean mayBeForfeited;

    private LedgerReplay() {}

    /** Fails unless the ledger, oldest first, ends with the coupon's state and use. */
    public static void assertExplains(List<CouponEvent> ledger, Coupon coupon) {
        LedgerReplay replay = new LedgerReplay();
        for (CouponEvent event : ledger) {
            assertThat(event.code()).isEqualTo(coupon.code());
            assertThat(event.userId()).isEqualTo(coupon.userId());
            assertThat(event.templateId()).isEqualTo(coupon.templateId());
            replay.apply(event, ledger);
        }
        if (coupon.state() == CouponState.FORFEITED) {
            assertThat(replay.mayBeForfeited).as("%s after %s", coupon, ledger).isTrue();
        } else {
            assertThat(coupon.state()).as("%s after %s", coupon, ledger).isEqualTo(replay.state);
        }
        if (replay.use == null) {
            assertThat(coupon.use()).as("use of %s", coupon).isNull();
        } else {
            assertThat(coupon.use()).as("use of %s", coupon).isNotNull();
            assertThat(coupon.use().orderId()).isEqualTo(replay.use.orderId());
            assertThat(coupon.use().attempt()).isEqualTo(replay.use.attempt());
            assertThat(coupon.use().discount()).isEqualTo(replay.use.discount());
        }
    }

    private void apply(CouponEvent event, List<CouponEvent> ledger) {
        mayBeForfeited = false;
        switch (event.type()) {
            case ISSUED -> throw new AssertionError("the ledger begins after the issue: " + ledger);
            case HELD -> {
                follows(event, ledger, CouponState.AVAILABLE, CouponState.HELD);
                become(CouponState.HELD, event);
            }
            case REDEEMED, CONFIRMED -> {
                follows(event, ledger, CouponState.AVAILABLE, CouponState.HELD);
                become(CouponState.REDEEMED, event);
            }
            case REFUNDED -> follows(event, ledger, CouponState.REDEEMED);
            case HOLD_LAPSED -> {
                follows(event, ledger, CouponState.HELD);
                become(CouponState.AVAILABLE, null);
            }
            case RELEASED -> {
                follows(event, ledger, event.discount() == null ? CouponState.HELD : CouponState.REDEEMED);
                mayBeForfeited = state == CouponState.REDEEMED;
                become(CouponState.AVAILABLE, null);
            }
            case EXPIRED -> {
                follows(event, ledger, CouponState.AVAILABLE);
                become(CouponState.EXPIRED, null);
            }
            case VOIDED -> {
                follows(event, ledger, CouponState.AVAILABLE, CouponState.HELD);
                become(CouponState.VOIDED, null);
            }
        }
    }

    private void follows(CouponEvent event, List<CouponEvent> ledger, CouponState... allowed) {
        assertThat(state).as("state before %s in %s", event, ledger).isIn((Object[]) allowed);
    }

    private void become(CouponState newState, CouponEvent newUse) {
        state = newState;
        use = newUse;
    }
}
