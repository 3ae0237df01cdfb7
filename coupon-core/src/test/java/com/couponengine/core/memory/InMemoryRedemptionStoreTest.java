package com.couponengine.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.TimeSource;
import com.couponengine.core.contract.CouponRepositoryContract;
import com.couponengine.core.contract.RepositoryFixture;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.Template;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InMemoryRedemptionStoreTest extends CouponRepositoryContract {
    @Override
    protected RepositoryFixture open(TimeSource time) {
        return new InMemoryRepositoryFixture(time, 1);
    }

    @Test
    void aRuleThatThrowsIsTheAnswerOfItsCommandAlone() {
        Template template = published(terms());
        Coupon good = granted(template, user(1), "grab-1");
        Coupon bad = granted(template, user(2), "grab-2");
        RedemptionRules rules = new RedemptionRules(LineScope.WHOLE_ORDER);

        List<RedemptionResult> results = repository()
                .redemptions()
                .change(List.of(redeemOf(bad), redeemOf(good)), (command, locked, now) -> {
                    if (command.code().equals(bad.code())) {
                        throw new IllegalArgumentException("a fault of the host's");
                    }
                    return rules.decide(command, locked, now);
                });

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(RedemptionStatus.UNAVAILABLE, RedemptionStatus.REDEEMED);
        assertThat(stored(bad)).isEqualTo(bad);
    }

    @Test
    void anArchivedCouponIsAnsweredAsWhatItIsAndStaysSo() {
        Template template = published(terms());
        Coupon coupon = granted(template);
        clock.set(coupon.expiresAt());
        run(new RedemptionCommand.Sweep(coupon.code()));
        end(template);
        Coupon expired = stored(coupon);
        assertThat(repository()
                        .upkeep()
                        .archive(coupon.code().table(), coupon.expiresAt().plus(Duration.ofDays(1)), 10))
                .isEqualTo(1);

        assertThat(run(redeemOf(coupon)).status()).isEqualTo(RedemptionStatus.COUPON_EXPIRED);
        assertThat(run(new RedemptionCommand.Release(coupon.code(), null, "late", 1, null))
                        .status())
                .isEqualTo(RedemptionStatus.RELEASED);
        assertThat(stored(coupon)).isEqualTo(expired);
    }

    private static RedemptionCommand redeemOf(Coupon coupon) {
        return new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "order-1", 1, order("20.00"));
    }
}
