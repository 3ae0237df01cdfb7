package com.couponengine.core.redemption;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One coupon's history by the rules alone, without any store. */
final class Histories {
    static final Instant NOW = Instant.parse("2030-03-15T10:00:00Z");
    static final Instant EXPIRES = NOW.plusSeconds(3_600);

    private final RedemptionRules rules = new RedemptionRules(LineScope.WHOLE_ORDER);
    private final Template template;
    final List<CouponEvent> ledger = new ArrayList<>();
    private final List<Redemption> redemptions = new ArrayList<>();
    Coupon coupon;

    Histories(Discount discount, ReleasePolicy policy) {
        TemplateSpec spec = TemplateSpec.builder()
                .name("t")
                .discount(discount)
                .grabWindow(NOW.minusSeconds(60), NOW.plusSeconds(60))
                .validity(Validity.between(NOW.minusSeconds(60), EXPIRES))
                .releasePolicy(policy)
                .build();
        template = new Template(1, spec, TemplateState.PUBLISHED, null);
        coupon = new Coupon(
                new CouponCodes().next(64),
                64,
                1,
                1,
                "grab",
                CouponState.AVAILABLE,
                NOW,
                NOW.minusSeconds(60),
                EXPIRES,
                null);
    }

    List<Redemption> redemptions() {
        return List.copyOf(redemptions);
    }

    RedemptionResult apply(RedemptionCommand command, Instant now) {
        Decision decision = rules.decide(command, new LockedCoupon(coupon, template, redemptions, List.of()), now);
        Decision.Change change = decision.change();
        if (change != null) {
            coupon = change.coupon();
            ledger.addAll(change.events());
            Redemption memory = change.redemption();
            if (memory != null) {
                redemptions.removeIf(
                        old -> old.orderId().equals(memory.orderId()) && old.attempt() == memory.attempt());
                redemptions.add(memory);
            }
        }
        return decision.result();
    }
}
