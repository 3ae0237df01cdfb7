package com.couponengine.core.quote;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.Pricing;
import com.couponengine.core.discount.Stacking;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import com.couponengine.core.quote.Quote.Combination;
import com.couponengine.core.quote.Quote.Unusable;
import com.couponengine.core.quote.Quote.Usable;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.Holdings;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Quotes from what a user has, as a pure function. Says of each coupon what {@link RedemptionRules} would. */
public final class QuoteRules {
    private static final Comparator<Usable> BEST_FIRST = Comparator.comparing(Usable::discount)
            .reversed()
            .thenComparing(usable -> usable.coupon().expiresAt())
            .thenComparing(usable -> usable.coupon().code());
    private static final Comparator<Unusable> SOONEST_EXPIRING_FIRST = Comparator.<Unusable, Instant>comparing(
                    unusable -> unusable.coupon().expiresAt())
            .thenComparing(unusable -> unusable.coupon().code());

    private final LineScope scope;

    /** @param scope which lines of an order a template's coupons apply to */
    public QuoteRules(LineScope scope) {
        Mistakes.given("scope", scope);
        this.scope = scope;
    }

    /**
     * A quote.
     *
     * @param orderId the order if it has an id already, so that what it holds counts as free; else null
     */
    public Quote quote(Holdings holdings, @Nullable String orderId, Order order) {
        Mistakes.given("holdings", holdings);
        Mistakes.given("order", order);
        Map<Long, Pricing> prices = new HashMap<>();
        List<Usable> usable = new ArrayList<>();
        List<Unusable> unusable = new ArrayList<>();
        for (Holdings.Holding holding : holdings.coupons()) {
            Coupon coupon = holding.coupon();
            Template template = holding.template();
            RedemptionStatus refusal = RedemptionRules.refusal(coupon, template, orderId, holdings.now())
                    .orElse(null);
            Pricing pricing = prices.computeIfAbsent(template.id(), id -> price(template, order));
            if (refusal != null) {
                unusable.add(new Unusable(coupon, template, refusal, null));
            } else if (pricing instanceof Pricing.Applies applies) {
                usable.add(new Usable(coupon, template, applies.allocation()));
            } else {
                Money shortBy = pricing instanceof Pricing.BelowMinSpend below ? below.shortBy() : null;
                unusable.add(new Unusable(coupon, template, RedemptionRules.refusal(pricing), shortBy));
            }
        }
        usable.sort(BEST_FIRST);
        unusable.sort(SOONEST_EXPIRING_FIRST);
        return new Quote(holdings.now(), usable, unusable, best(usable, order));
    }

    private Pricing price(Template template, Order order) {
        return Pricing.of(template.spec().discount(), order, line -> scope.covers(template.id(), line));
    }

    /** The best coupon alone, or the best combination of a group that gives more. */
    private Combination best(List<Usable> bestFirst, Order order) {
        Map<String, List<Usable>> groups = new TreeMap<>();
        for (Usable one : bestFirst) {
            String group = one.template().spec().stackingGroup();
            if (group != null) {
                groups.computeIfAbsent(group, name -> new ArrayList<>()).add(one);
            }
        }
        Money nothing = Money.zero(order.currency());
        boolean some = !bestFirst.isEmpty() && !bestFirst.get(0).discount().isZero();
        Combination best = some
                ? new Combination(List.of(bestFirst.get(0)), bestFirst.get(0).discount(), true)
                : new Combination(List.of(), nothing, true);
        boolean exact = true;
        for (List<Usable> group : groups.values()) {
            if (group.size() > 1) {
                Combination ofGroup = best(group, order, nothing);
                exact &= ofGroup.exact();
                best = ofGroup.discount().compareTo(best.discount()) > 0 ? ofGroup : best;
            }
        }
        return new Combination(best.coupons(), best.discount(), exact);
    }

    private Combination best(List<Usable> group, Order order, Money nothing) {
        Stacking.Choice choice = Stacking.best(
                order,
                group.stream()
                        .map(one -> new Stacking.Candidate(
                                one.template().spec().discount(),
                                line -> scope.covers(one.template().id(), line)))
                        .toList());
        List<Usable> coupons = choice.steps().stream()
                .map(step -> {
                    Usable one = group.get(step.candidate());
                    return new Usable(one.coupon(), one.template(), step.allocation());
                })
                .toList();
        Money discount = coupons.stream().map(Usable::discount).reduce(nothing, Money::plus);
        return new Combination(coupons, discount, choice.exact());
    }
}
