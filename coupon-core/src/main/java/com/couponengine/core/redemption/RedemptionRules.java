package com.couponengine.core.redemption;

import static com.couponengine.core.coupon.CouponState.AVAILABLE;
import static com.couponengine.core.coupon.CouponState.EXPIRED;
import static com.couponengine.core.coupon.CouponState.FORFEITED;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Pricing;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Decision.Change;
import com.couponengine.core.redemption.Redemption.State;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of a coupon after its issue, as a pure function from (command, locked coupon, time) to what is answered and
 * written. The checks run in the order in which they stand here: owner, memory of the attempt, later attempts, state,
 * time, other holders, other coupons of the order, terms.
 */
public final class RedemptionRules implements RedemptionRule {
    private final LineScope scope;
    private final RefundRules refunds = new RefundRules();

    /** @param scope which lines of an order a template's coupons apply to */
    public RedemptionRules(LineScope scope) {
        Mistakes.given("scope", scope);
        this.scope = scope;
    }

    @Override
    public Decision decide(RedemptionCommand command, LockedCoupon locked, Instant now) {
        if (command instanceof RedemptionCommand.VoidCoupon act) {
            return voidCoupon(act, locked, now);
        }
        if (command instanceof RedemptionCommand.Sweep) {
            return sweep(locked, now);
        }
        RedemptionCommand.OfOrder step = (RedemptionCommand.OfOrder) command;
        if (step.userId() != null && step.userId() != locked.coupon().userId()) {
            return new Decision(RedemptionResult.of(RedemptionStatus.UNKNOWN_COUPON), null);
        }
        Redemption mine = locked.of(step.orderId(), step.attempt()).orElse(null);
        if (step instanceof RedemptionCommand.Redeem redeem) {
            return redeem(redeem, locked, mine, now);
        }
        if (step instanceof RedemptionCommand.Hold hold) {
            return hold(hold, locked, mine, now);
        }
        if (step instanceof RedemptionCommand.Confirm) {
            return confirm(step, locked, mine, now);
        }
        if (step instanceof RedemptionCommand.Release release) {
            return release(release, locked, mine, now);
        }
        return refunds.decide((RedemptionCommand.Refund) step, locked, mine, now);
    }

    private Decision redeem(
            RedemptionCommand.Redeem redeem, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        if (mine != null && mine.state() == State.REDEEMED) {
            return replay(RedemptionStatus.REDEEMED, locked, mine);
        }
        Optional<RedemptionStatus> refusal = refusal(redeem, locked, mine, now);
        if (refusal.isPresent()) {
            return refused(refusal.get(), locked, mine, null);
        }
        OtherCoupons others = OtherCoupons.of(redeem, locked, mine, now);
        if (!others.isCombinable()) {
            return refused(RedemptionStatus.NOT_COMBINABLE, locked, mine, null);
        }
        OtherCoupons.Priced priced = others.price(redeem.order(), scope);
        if (!(priced.pricing() instanceof Pricing.Applies applies)) {
            return notApplicable(priced.pricing(), locked, mine);
        }
        return use(redeem, EventType.REDEEMED, locked, mine, applies.allocation(), priced.place(), now);
    }

    private Decision hold(RedemptionCommand.Hold hold, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        if (mine != null && mine.state() == State.REDEEMED) {
            return refused(RedemptionStatus.REDEEMED_BY_THIS_ORDER, locked, mine, null);
        }
        Optional<RedemptionStatus> refusal = refusal(hold, locked, mine, now);
        if (refusal.isPresent()) {
            return refused(refusal.get(), locked, mine, null);
        }
        OtherCoupons others = OtherCoupons.of(hold, locked, mine, now);
        if (!others.isCombinable()) {
            return refused(RedemptionStatus.NOT_COMBINABLE, locked, mine, null);
        }
        OtherCoupons.Priced priced = others.price(hold.order(), scope);
        if (!(priced.pricing() instanceof Pricing.Applies applies)) {
            return notApplicable(priced.pricing(), locked, mine);
        }
        Coupon coupon = locked.coupon();
        Instant until = earlier(now.plus(hold.keepFor()).truncatedTo(ChronoUnit.MILLIS), coupon.expiresAt());
        boolean again = coupon.isHeldAt(now); // by this attempt, or by an earlier one of the same order
        Instant old = again ? Objects.requireNonNull(coupon.use()).heldUntil() : null;
        if (old != null && old.isAfter(until)) {
            until = old;
        }
        Allocation allocation = applies.allocation();
        Redemption memory = new Redemption(
                hold.orderId(), hold.attempt(), State.HELD, until, allocation, List.of(), priced.place());
        if (memory.equals(mine) && again) {
            return replay(RedemptionStatus.HELD, locked, mine);
        }
        Coupon held = coupon.with(
                CouponState.HELD, new Coupon.Use(hold.orderId(), hold.attempt(), until, allocation.discount()));
        CouponEvent event = event(EventType.HELD, locked, now, hold, allocation.discount(), allocation.paid(), null);
        return done(RedemptionStatus.HELD, held, memory, List.of(event));
    }

    private static Decision confirm(
            RedemptionCommand.OfOrder confirm, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        if (mine == null) {
            return refused(RedemptionStatus.NOT_HELD, locked, null, null);
        }
        if (mine.state() == State.REDEEMED) {
            return replay(RedemptionStatus.REDEEMED, locked, mine);
        }
        Optional<RedemptionStatus> refusal = refusal(confirm, locked, mine, now);
        if (refusal.isPresent()) {
            return refused(refusal.get(), locked, mine, null);
        }
        OtherCoupons others = OtherCoupons.of(confirm, locked, mine, now);
        if (!others.isCombinable() || !others.letHoldStand(mine)) {
            return refused(RedemptionStatus.NOT_COMBINABLE, locked, mine, null);
        }
        Allocation allocation = Objects.requireNonNull(mine.allocation());
        return use(confirm, EventType.CONFIRMED, locked, mine, allocation, others.placeOf(mine), now);
    }

    private static Decision use(
            RedemptionCommand.OfOrder step,
            EventType type,
            LockedCoupon locked,
            @Nullable Redemption mine,
            Allocation allocation,
            Redemption.@Nullable Place place,
            Instant now) {
        Coupon used = locked.coupon()
                .with(
                        CouponState.REDEEMED,
                        new Coupon.Use(step.orderId(), step.attempt(), null, allocation.discount()));
        Redemption memory = new Redemption(
                step.orderId(),
                step.attempt(),
                State.REDEEMED,
                mine == null ? null : mine.heldUntil(),
                allocation,
                List.of(),
                place);
        CouponEvent event = event(type, locked, now, step, allocation.discount(), allocation.paid(), null);
        return done(RedemptionStatus.REDEEMED, used, memory, List.of(event));
    }

    private static Decision release(
            RedemptionCommand.Release release, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        Coupon coupon = locked.coupon();
        if (mine == null) { // it came before the step it belongs to: remembered, so that the step refuses
            Redemption memory =
                    new Redemption(release.orderId(), release.attempt(), State.RELEASED, null, null, List.of(), null);
            return done(RedemptionStatus.RELEASED, coupon, memory, List.of());
        }
        if (mine.state() == State.RELEASED) {
            return replay(RedemptionStatus.RELEASED, locked, mine);
        }
        Redemption released = mine.in(State.RELEASED);
        if (coupon.use() == null || !coupon.use().isBy(release.orderId(), release.attempt())) {
            return done(RedemptionStatus.RELEASED, coupon, released, List.of()); // a lapsed hold, taken by another
        }
        if (mine.state() == State.HELD) {
            List<CouponEvent> events = new ArrayList<>();
            events.add(event(EventType.RELEASED, locked, now, release, null, null, null));
            Coupon free = free(locked, now, events);
            return done(RedemptionStatus.RELEASED, free, released, events);
        }
        return giveBack(release, release.policy(), locked, released, List.of(), now);
    }

    /** Ends a use: the coupon goes where the policy says. */
    static Decision giveBack(
            RedemptionCommand.OfOrder step,
            @Nullable ReleasePolicy override,
            LockedCoupon locked,
            Redemption released,
            List<CouponEvent> before,
            Instant now) {
        Coupon coupon = locked.coupon();
        ReleasePolicy policy =
                override != null ? override : locked.template().spec().releasePolicy();
        boolean lost = policy == ReleasePolicy.FORFEIT
                || (policy == ReleasePolicy.RETURN_IF_UNEXPIRED && coupon.isExpiredAt(now));
        Money left = Objects.requireNonNull(released.allocation()).discount();
        for (Redemption.Refund refund : released.refunds()) {
            left = left.minus(refund.discount());
        }
        List<CouponEvent> events = new ArrayList<>(before);
        events.add(event(EventType.RELEASED, locked, now, step, left, null, null));
        Coupon after = lost ? coupon.with(FORFEITED, null) : free(locked, now, events);
        RedemptionStatus status = before.isEmpty() ? RedemptionStatus.RELEASED : RedemptionStatus.REFUNDED;
        return done(status, after, released, events);
    }

    private static Decision voidCoupon(RedemptionCommand.VoidCoupon act, LockedCoupon locked, Instant now) {
        Coupon coupon = locked.coupon();
        return switch (coupon.state()) {
            case VOIDED -> replay(RedemptionStatus.VOIDED, locked, null);
            case REDEEMED -> refused(RedemptionStatus.ALREADY_REDEEMED, locked, null, null);
            case FORFEITED -> refused(RedemptionStatus.COUPON_FORFEITED, locked, null, null);
            case EXPIRED -> refused(RedemptionStatus.COUPON_EXPIRED, locked, null, null);
            case AVAILABLE, HELD -> {
                if (coupon.isExpiredAt(now)) { // as if the sweep had seen it
                    yield refused(RedemptionStatus.COUPON_EXPIRED, locked, null, null);
                }
                CouponEvent event = new CouponEvent(
                        EventType.VOIDED,
                        coupon.code(),
                        coupon.userId(),
                        coupon.templateId(),
                        locked.template().spec().zone(),
                        now,
                        null,
                        0,
                        null,
                        null,
                        act.requestId(),
                        act.by(),
                        act.reason());
                yield done(RedemptionStatus.VOIDED, coupon.with(CouponState.VOIDED, null), null, List.of(event));
            }
        };
    }

    private static Decision sweep(LockedCoupon locked, Instant now) {
        Coupon coupon = locked.coupon();
        boolean lapsed = coupon.state() == CouponState.HELD && !coupon.isHeldAt(now);
        boolean expired = coupon.isExpiredAt(now) && (lapsed || coupon.state() == AVAILABLE);
        if (!lapsed && !expired) {
            return new Decision(
                    new RedemptionResult(RedemptionStatus.NOTHING_TO_SWEEP, false, coupon, null, null), null);
        }
        List<CouponEvent> events = new ArrayList<>();
        if (lapsed) {
            Coupon.Use use = Objects.requireNonNull(coupon.use());
            events.add(new CouponEvent(
                    EventType.HOLD_LAPSED,
                    coupon.code(),
                    coupon.userId(),
                    coupon.templateId(),
                    locked.template().spec().zone(),
                    Objects.requireNonNull(use.heldUntil()),
                    use.orderId(),
                    use.attempt(),
                    null,
                    null,
                    null,
                    null,
                    null));
        }
        return done(RedemptionStatus.SWEPT, free(locked, now, events), null, events);
    }

    /** The coupon without its use: available, or expired if its end has come. */
    private static Coupon free(LockedCoupon locked, Instant now, List<CouponEvent> events) {
        Coupon coupon = locked.coupon();
        if (!coupon.isExpiredAt(now)) {
            return coupon.with(AVAILABLE, null);
        }
        events.add(new CouponEvent(
                EventType.EXPIRED,
                coupon.code(),
                coupon.userId(),
                coupon.templateId(),
                locked.template().spec().zone(),
                coupon.expiresAt(),
                null,
                0,
                null,
                null,
                null,
                null,
                null));
        return coupon.with(EXPIRED, null);
    }

    /** Why a step that would use or keep the coupon cannot, before terms are looked at. */
    private static Optional<RedemptionStatus> refusal(
            RedemptionCommand.OfOrder step, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        if (mine != null && mine.state() == State.RELEASED) {
            return Optional.of(RedemptionStatus.ATTEMPT_RELEASED);
        }
        if (locked.knowsLaterAttempt(step.orderId(), step.attempt())) {
            return Optional.of(RedemptionStatus.ATTEMPT_SUPERSEDED);
        }
        return refusal(locked.coupon(), locked.template(), step.orderId(), now);
    }

    /**
     * Why a coupon cannot be used now, whatever the order is worth; empty if it can. Pure.
     *
     * @param orderId the order, whose own hold does not count; or null if it has no id yet
     */
    public static Optional<RedemptionStatus> refusal(
            Coupon coupon, Template template, @Nullable String orderId, Instant now) {
        Mistakes.given("coupon", coupon);
        Mistakes.given("template", template);
        Mistakes.given("now", now);
        if (coupon.state() == CouponState.REDEEMED) {
            return Optional.of(RedemptionStatus.ALREADY_REDEEMED);
        }
        if (coupon.state() == CouponState.VOIDED || template.isVoid()) {
            return Optional.of(RedemptionStatus.COUPON_VOIDED);
        }
        if (coupon.state() == FORFEITED) {
            return Optional.of(RedemptionStatus.COUPON_FORFEITED);
        }
        if (coupon.state() == EXPIRED || coupon.isExpiredAt(now)) {
            return Optional.of(RedemptionStatus.COUPON_EXPIRED);
        }
        if (!coupon.hasBegunAt(now)) {
            return Optional.of(RedemptionStatus.NOT_YET_VALID);
        }
        boolean heldByOther = coupon.isHeldAt(now)
                && !Objects.requireNonNull(coupon.use()).orderId().equals(orderId);
        return heldByOther ? Optional.of(RedemptionStatus.HELD_BY_OTHER_ORDER) : Optional.empty();
    }

    /** Why terms do not apply, which {@link Pricing.Applies} must not be asked. Pure. */
    public static RedemptionStatus refusal(Pricing pricing) {
        Mistakes.given("pricing", pricing);
        if (pricing instanceof Pricing.Applies) {
            throw new IllegalArgumentException("terms apply: " + pricing);
        }
        return pricing instanceof Pricing.BelowMinSpend
                ? RedemptionStatus.BELOW_MIN_SPEND
                : pricing instanceof Pricing.OtherCurrency
                        ? RedemptionStatus.OTHER_CURRENCY
                        : pricing instanceof Pricing.OrderChanged
                                ? RedemptionStatus.ORDER_CHANGED
                                : RedemptionStatus.NOTHING_ELIGIBLE;
    }

    private static Decision notApplicable(Pricing pricing, LockedCoupon locked, @Nullable Redemption mine) {
        Money shortBy = pricing instanceof Pricing.BelowMinSpend below ? below.shortBy() : null;
        return refused(refusal(pricing), locked, mine, shortBy);
    }

    static Decision done(
            RedemptionStatus status, Coupon coupon, @Nullable Redemption memory, List<CouponEvent> events) {
        return new Decision(
                new RedemptionResult(status, false, coupon, memory, null), new Change(coupon, memory, events));
    }

    static Decision replay(RedemptionStatus status, LockedCoupon locked, @Nullable Redemption mine) {
        return new Decision(new RedemptionResult(status, true, locked.coupon(), mine, null), null);
    }

    static Decision refused(
            RedemptionStatus status, LockedCoupon locked, @Nullable Redemption mine, @Nullable Money shortBy) {
        return new Decision(new RedemptionResult(status, false, locked.coupon(), mine, shortBy), null);
    }

    static CouponEvent event(
            EventType type,
            LockedCoupon locked,
            Instant at,
            RedemptionCommand.OfOrder step,
            @Nullable Money discount,
            @Nullable Money paid,
            @Nullable String requestId) {
        Coupon coupon = locked.coupon();
        return new CouponEvent(
                type,
                coupon.code(),
                coupon.userId(),
                coupon.templateId(),
                locked.template().spec().zone(),
                at,
                step.orderId(),
                step.attempt(),
                discount,
                paid,
                requestId,
                null,
                null);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
