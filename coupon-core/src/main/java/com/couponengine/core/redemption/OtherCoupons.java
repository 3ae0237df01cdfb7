package com.couponengine.core.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.discount.Pricing;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.LockedCoupon.OtherUse;
import com.couponengine.core.redemption.Redemption.Place;
import com.couponengine.core.redemption.Redemption.State;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the other coupons of an order mean for one that is to join or stay on it. A coupon that joins takes the next
 * place and is priced on what the others leave of each line; one that stays is priced as it was, on what those before it
 * leave. Never do all of them together take more off a line than it costs.
 */
final class OtherCoupons {
    private final Template template;
    private final List<Redemption> present;
    private final Place place;
    private final boolean stays;

    private OtherCoupons(Template template, List<Redemption> present, Place place, boolean stays) {
        this.template = template;
        this.present = present;
        this.place = place;
        this.stays = stays;
    }

    static OtherCoupons of(
            RedemptionCommand.OfOrder step, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        Place old = mine == null ? null : mine.place();
        boolean stays = old != null
                && locked.coupon().isHeldAt(now)
                && Objects.requireNonNull(locked.coupon().use()).isBy(step.orderId(), step.attempt());
        int last = Stream.concat(
                        locked.others().stream().map(OtherUse::redemption),
                        locked.redemptions().stream()
                                .filter(own -> own.orderId().equals(step.orderId())))
                .mapToInt(known -> known.place() == null ? 0 : known.place().number())
                .max()
                .orElse(0);
        int number = old != null && stays ? old.number() : last + 1;
        Place place = new Place(number, locked.template().spec().stackingGroup());
        return new OtherCoupons(locked.template(), present(locked.others(), now), place, stays);
    }

    /** Of each other coupon, the attempt that holds it or has redeemed it. */
    private static List<Redemption> present(List<OtherUse> others, Instant now) {
        Map<CouponCode, Redemption> latest = new HashMap<>();
        List<Redemption> present = new ArrayList<>();
        for (OtherUse other : others) {
            if (other.redemption().state() == State.REDEEMED) {
                present.add(other.redemption());
            }
            latest.merge(other.code(), other.redemption(), (a, b) -> a.attempt() > b.attempt() ? a : b);
        }
        for (Redemption last : latest.values()) { // earlier attempts can do nothing more
            if (last.state() == State.HELD
                    && last.heldUntil() != null
                    && last.heldUntil().isAfter(now)) {
                present.add(last);
            }
        }
        return present;
    }

    /** The place that the coupon has on the order, or takes. */
    Place place() {
        return place;
    }

    /** Whether the coupon may be on the order together with the others. */
    boolean isCombinable() {
        String group = place.stackingGroup();
        return present.stream().allMatch(other -> {
            Place its = other.place();
            return group != null && its != null && group.equals(its.stackingGroup());
        });
    }

    /** Whether a hold may be confirmed at its discount: a lapsed one only if nobody has joined the order after it. */
    boolean letHoldStand(@Nullable Place held) {
        return stays || held == null || present.stream().noneMatch(other -> isAfter(other, held));
    }

    /** Applies the coupon's terms to what is left of the order for it. */
    Pricing price(Order order, LineScope scope) {
        Map<String, Money> all = off(present);
        for (Map.Entry<String, Money> taken : all.entrySet()) {
            if (taken.getValue().compareTo(amountOf(order, taken.getKey(), taken.getValue())) > 0) {
                return new Pricing.OrderChanged();
            }
        }
        Map<String, Money> before =
                off(present.stream().filter(other -> !isAfter(other, place)).toList());
        Pricing pricing = Pricing.of(
                template.spec().discount(),
                before.isEmpty() ? order : order.less(before),
                line -> scope.covers(template.id(), line));
        return pricing instanceof Pricing.Applies applies && !fits(applies.allocation(), order, all)
                ? new Pricing.OrderChanged()
                : pricing;
    }

    private static boolean isAfter(Redemption other, Place place) {
        return other.place() != null && other.place().number() > place.number();
    }

    private static boolean fits(Allocation allocation, Order order, Map<String, Money> others) {
        List<Allocation.Share> shares = allocation.shares();
        for (int i = 0; i < shares.size(); i++) {
            Money taken = others.get(shares.get(i).lineId());
            Money amount = order.lines().get(i).amount();
            if (taken != null && taken.plus(shares.get(i).discount()).compareTo(amount) > 0) {
                return false;
            }
        }
        return true;
    }

    /** What coupons take off each line that they take something off, less what was refunded. */
    private static Map<String, Money> off(List<Redemption> redemptions) {
        Map<String, Money> off = new HashMap<>();
        for (Redemption redemption : redemptions) {
            for (Allocation.Share share :
                    Objects.requireNonNull(redemption.allocation()).shares()) {
                Money left = share.discount();
                for (Redemption.Refund refund : redemption.refunds()) {
                    for (Allocation.Share part : refund.lines()) {
                        left = part.lineId().equals(share.lineId()) ? left.minus(part.discount()) : left;
                    }
                }
                if (!left.isZero()) {
                    off.merge(share.lineId(), left, Money::plus);
                }
            }
        }
        return off;
    }

    private static Money amountOf(Order order, String lineId, Money like) {
        return order.lines().stream()
                .filter(line ->
                        line.id().equals(lineId) && line.amount().currency().equals(like.currency()))
                .map(OrderLine::amount)
                .findFirst()
                .orElse(Money.zero(like.currency()));
    }
}
