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
import org.jspecify.annotations.Nullable;

/**
 * What the other coupons of an order mean for one that is to join or stay on it. A coupon that joins takes the next
 * place and is priced on what the others leave of each line. One that stays keeps its place as long as its price is the
 * same, on what those before it leave; with another price, or after its hold had lapsed, it joins anew. So what stands at
 * a place never changes and never comes back, and all of them together never take more off a line than it costs.
 */
final class OtherCoupons {
    private final Template template;
    private final List<Redemption> present;
    private final int lastNumber;
    private final @Nullable Redemption staying;

    private OtherCoupons(Template template, List<Redemption> present, int lastNumber, @Nullable Redemption staying) {
        this.template = template;
        this.present = present;
        this.lastNumber = lastNumber;
        this.staying = staying;
    }

    /**
     * A coupon's price on the order, and the place that goes with it.
     *
     * @param pricing what its terms give
     * @param place where it stands then, if they apply
     */
    record Priced(Pricing pricing, Place place) {}

    static OtherCoupons of(
            RedemptionCommand.OfOrder step, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        boolean stays = locked.coupon().isHeldAt(now)
                && Objects.requireNonNull(locked.coupon().use()).isBy(step.orderId(), step.attempt());
        int last = 0;
        for (OtherUse other : locked.others()) {
            last = Math.max(last, number(other.redemption()));
        }
        for (Redemption own : locked.redemptions()) {
            last = own.orderId().equals(step.orderId()) ? Math.max(last, number(own)) : last;
        }
        return new OtherCoupons(locked.template(), present(locked.others(), now), last, stays ? mine : null);
    }

    private static int number(Redemption redemption) {
        return redemption.place() == null ? 0 : redemption.place().number();
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

    /** Whether the coupon may be on the order together with the others. */
    boolean isCombinable() {
        String group = template.spec().stackingGroup();
        for (Redemption other : present) {
            Place its = other.place();
            if (group == null || its == null || !group.equals(its.stackingGroup())) {
                return false;
            }
        }
        return true;
    }

    /** Whether a hold may be confirmed at its discount: a lapsed one only if nobody has joined the order after it. */
    boolean letHoldStand(Redemption held) {
        Place place = held.place();
        return staying != null || place == null || present.stream().noneMatch(other -> isAfter(other, place));
    }

    /** The place of a hold that is confirmed: its own, or the next if it had lapsed and so comes back. */
    @Nullable
    Place placeOf(Redemption held) {
        return staying != null ? held.place() : next();
    }

    private Place next() {
        return new Place(lastNumber + 1, template.spec().stackingGroup());
    }

    /** Applies the coupon's terms to what is left of the order for it. */
    Priced price(Order order, LineScope scope) {
        Place next = next();
        Map<String, Money> all = off(present);
        if (!fit(all, order)) {
            return new Priced(new Pricing.OrderChanged(), next);
        }
        Place place = staying == null ? null : staying.place();
        if (staying != null && place != null) {
            Map<String, Money> before =
                    off(present.stream().filter(other -> !isAfter(other, place)).toList());
            Pricing again = price(order, before, scope);
            if (again instanceof Pricing.Applies same && same.allocation().equals(staying.allocation())) {
                return new Priced(again, place);
            }
        }
        return new Priced(price(order, all, scope), next);
    }

    private Pricing price(Order order, Map<String, Money> off, LineScope scope) {
        return Pricing.of(
                template.spec().discount(),
                off.isEmpty() ? order : order.less(off),
                line -> scope.covers(template.id(), line));
    }

    private static boolean fit(Map<String, Money> off, Order order) {
        for (Map.Entry<String, Money> taken : off.entrySet()) {
            if (taken.getValue().compareTo(amountOf(order, taken.getKey(), taken.getValue())) > 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAfter(Redemption other, Place place) {
        return other.place() != null && other.place().number() > place.number();
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
