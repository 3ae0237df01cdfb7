package com.couponengine.core.quote;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.contract.Seed;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.money.Money;
import com.couponengine.core.quote.Quote.Unusable;
import com.couponengine.core.quote.Quote.Usable;
import com.couponengine.core.redemption.LockedCoupon;
import com.couponengine.core.redemption.LockedCoupon.OtherUse;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.Holdings;
import com.couponengine.core.store.Holdings.Holding;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class QuoteRulesTest {
    private static final Instant NOW = Instant.parse("2030-03-15T10:00:00Z");
    private static final long USER = 64;

    private final CouponCodes codes = new CouponCodes();
    private final QuoteRules quotes = new QuoteRules(LineScope.WHOLE_ORDER);
    private final List<Holding> has = new ArrayList<>();
    private long lastTemplate;

    private Holding holding(Discount discount, @Nullable String group, Instant from, Instant until) {
        TemplateSpec.Builder spec = TemplateSpec.builder()
                .name("t")
                .discount(discount)
                .grabWindow(NOW.minusSeconds(60), NOW.plusSeconds(60))
                .validity(Validity.between(from, until));
        if (group != null) {
            spec.stackingGroup(group);
        }
        Template template = new Template(++lastTemplate, spec.build(), TemplateState.PUBLISHED, null);
        Coupon coupon = new Coupon(
                codes.next(USER), USER, template.id(), 1, "grab", CouponState.AVAILABLE, NOW, from, until, null);
        return new Holding(coupon, template);
    }

    private Coupon has(Discount discount, @Nullable String group, int endsAfterSeconds) {
        Holding holding = holding(discount, group, NOW, NOW.plusSeconds(endsAfterSeconds));
        has.add(holding);
        return holding.coupon();
    }

    private static Holding heldBy(String orderId, Holding holding) {
        Coupon.Use use = new Coupon.Use(orderId, 1, NOW.plusSeconds(5), Money.of("1.00", "CNY"));
        return new Holding(holding.coupon().with(CouponState.HELD, use), holding.template());
    }

    private Quote quote(String amount) {
        return quotes.quote(new Holdings(NOW, has), null, Order.of(Money.of(amount, "CNY")));
    }

    private static Discount amountOff(String amount) {
        return Discount.amountOff(amount, "CNY");
    }

    @Test
    void usableCouponsStandBestFirstThenSoonestExpiring() {
        Coupon five = has(amountOff("5.00"), null, 100);
        Coupon tenLater = has(amountOff("10.00"), null, 200);
        Coupon ten = has(amountOff("10.00"), null, 50);

        Quote quote = quote("100.00");

        assertThat(quote.asOf()).isEqualTo(NOW);
        assertThat(quote.usable()).extracting(Usable::coupon).containsExactly(ten, tenLater, five);
        assertThat(quote.usable())
                .extracting(usable -> usable.discount().toString())
                .containsExactly("10.00 CNY", "10.00 CNY", "5.00 CNY");
        assertThat(quote.unusable()).isEmpty();
        assertThat(quote.best().coupons()).containsExactly(quote.usable().get(0));
        assertThat(quote.best().discount()).isEqualTo(Money.of("10.00", "CNY"));
        assertThat(quote.best().exact()).isTrue();
    }

    @Test
    void unusableCouponsSayWhyAndWhatIsLacking() {
        has(Discount.threshold("100.00", "20.00", "CNY"), null, 10);
        has(Discount.amountOff("500", "JPY"), null, 20);
        has.add(holding(amountOff("5.00"), null, NOW.plusMillis(1), NOW.plusSeconds(30)));
        has.add(heldBy("A", holding(amountOff("5.00"), null, NOW, NOW.plusSeconds(40))));

        Quote quote = quote("88.00");

        assertThat(quote.usable()).isEmpty();
        assertThat(quote.unusable())
                .extracting(Unusable::reason)
                .containsExactly(
                        RedemptionStatus.BELOW_MIN_SPEND,
                        RedemptionStatus.OTHER_CURRENCY,
                        RedemptionStatus.NOT_YET_VALID,
                        RedemptionStatus.HELD_BY_OTHER_ORDER);
        assertThat(quote.unusable().get(0).shortBy()).isEqualTo(Money.of("12.00", "CNY"));
        assertThat(quote.unusable().get(1).shortBy()).isNull();
        assertThat(quote.best().coupons()).isEmpty();
        assertThat(quote.best().discount()).isEqualTo(Money.of("0.00", "CNY"));
    }

    @Test
    void whatTheOrderItselfHoldsCountsAsFree() {
        has.add(heldBy("A", holding(amountOff("5.00"), null, NOW, NOW.plusSeconds(40))));
        Order order = Order.of(Money.of("88.00", "CNY"));

        assertThat(quotes.quote(new Holdings(NOW, has), "A", order).usable()).hasSize(1);
        assertThat(quotes.quote(new Holdings(NOW, has), "B", order).unusable()).hasSize(1);
        assertThat(quotes.quote(new Holdings(NOW.plusSeconds(5), has), null, order)
                        .usable())
                .as("the hold has lapsed")
                .hasSize(1);
    }

    @Test
    void aGroupTogetherMayGiveMoreThanTheBestCouponAlone() {
        Coupon alone = has(amountOff("10.00"), null, 10);
        Coupon percent = has(Discount.percentOff("0.9", "CNY"), "g", 20);
        Coupon threshold = has(Discount.threshold("50.00", "6.00", "CNY"), "g", 30);
        has(amountOff("7.00"), "other", 40);

        Quote quote = quote("60.00");

        assertThat(quote.usable().get(0).coupon()).isEqualTo(alone);
        assertThat(quote.best().coupons()).extracting(Usable::coupon).containsExactly(threshold, percent);
        assertThat(quote.best().discount()).isEqualTo(Money.of("11.40", "CNY"));
        assertThat(quote("49.00").best().coupons()).extracting(Usable::coupon).containsExactly(alone);
    }

    @Test
    void beyondTwentyStackableCouponsItSaysThatItMayNotBeTheBest() {
        for (int i = 0; i < 21; i++) {
            has(amountOff("1.00"), "g", 10 + i);
        }
        Quote quote = quote("60.00");
        assertThat(quote.best().exact()).isFalse();
        assertThat(quote.best().discount()).isEqualTo(Money.of("20.00", "CNY"));
        has.remove(20);
        assertThat(quote("60.00").best().exact()).isTrue();
    }

    @Test
    void aQuoteSaysWhatRedeemDoes() {
        Random random = new Random(Seed.printed("quotes"));
        for (int i = 0; i < 2_000; i++) {
            has.clear();
            for (int n = random.nextInt(12); n > 0; n--) {
                has.add(randomHolding(random));
            }
            Order order = new Order(List.of(
                    new OrderLine("a", Money.ofMinor(random.nextInt(20_000), "CNY")),
                    new OrderLine("b", Money.ofMinor(random.nextInt(20_000), "CNY"))));
            LineScope scope =
                    (templateId, line) -> templateId % 3 != 0 || line.id().equals("a");

            Quote quote = new QuoteRules(scope).quote(new Holdings(NOW, has), "A", order);

            assertThat(quote.usable().size() + quote.unusable().size()).isEqualTo(has.size());
            RedemptionRules rules = new RedemptionRules(scope);
            for (Usable usable : quote.usable()) {
                RedemptionResult result = redeem(rules, usable.coupon(), usable.template(), order, List.of());
                assertThat(result.status()).isEqualTo(RedemptionStatus.REDEEMED);
                assertThat(result.redemption().allocation()).isEqualTo(usable.allocation());
            }
            for (Unusable unusable : quote.unusable()) {
                RedemptionResult result = redeem(rules, unusable.coupon(), unusable.template(), order, List.of());
                assertThat(result.status()).isEqualTo(unusable.reason());
                assertThat(result.shortBy()).isEqualTo(unusable.shortBy());
            }
            redeemed(rules, quote.best(), order);
        }
    }

    /** The best combination, redeemed in its order with the whole order each time, gives what was quoted. */
    private static void redeemed(RedemptionRules rules, Quote.Combination best, Order order) {
        List<OtherUse> others = new ArrayList<>();
        Money sum = Money.of("0", "CNY");
        for (Usable usable : best.coupons()) {
            RedemptionResult result = redeem(rules, usable.coupon(), usable.template(), order, others);
            assertThat(result.status()).isEqualTo(RedemptionStatus.REDEEMED);
            assertThat(result.redemption().allocation()).isEqualTo(usable.allocation());
            others.add(new OtherUse(usable.coupon().code(), result.redemption()));
            sum = sum.plus(result.discount());
        }
        assertThat(best.discount()).isEqualTo(sum).isLessThanOrEqualTo(order.amount());
    }

    private static RedemptionResult redeem(
            RedemptionRules rules, Coupon coupon, Template template, Order order, List<OtherUse> others) {
        return rules.decide(
                        new RedemptionCommand.Redeem(coupon.code(), USER, "A", 1, order),
                        new LockedCoupon(coupon, template, List.of(), others),
                        NOW)
                .result();
    }

    private Holding randomHolding(Random random) {
        Money some = Money.ofMinor(1 + random.nextInt(3_000), "CNY");
        Discount discount = switch (random.nextInt(4)) {
            case 0 -> new Discount.ThresholdAmountOff(some.plus(some), some);
            case 1 -> new Discount.AmountOff(some);
            case 2 -> Discount.amountOff("100", "JPY");
            default ->
                Discount.percentOff("0." + (50 + random.nextInt(49)), "CNY").from(some);
        };
        String group = random.nextInt(3) == 0 ? null : "g" + random.nextInt(2);
        Holding holding = holding(
                discount, group, NOW.plusMillis(random.nextInt(5) - 3L), NOW.plusSeconds(1 + random.nextInt(99)));
        return random.nextInt(6) == 0 ? heldBy(random.nextBoolean() ? "A" : "B", holding) : holding;
    }
}
