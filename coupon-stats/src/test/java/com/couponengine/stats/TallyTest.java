package com.couponengine.stats;

import static com.couponengine.core.event.EventType.CONFIRMED;
import static com.couponengine.core.event.EventType.EXPIRED;
import static com.couponengine.core.event.EventType.HELD;
import static com.couponengine.core.event.EventType.HOLD_LAPSED;
import static com.couponengine.core.event.EventType.ISSUED;
import static com.couponengine.core.event.EventType.REDEEMED;
import static com.couponengine.core.event.EventType.REFUNDED;
import static com.couponengine.core.event.EventType.RELEASED;
import static com.couponengine.core.event.EventType.VOIDED;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.math.BigDecimal;
import java.util.Currency;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final Tally tally = new Tally();

    // B96
    @Test
    void threeUsesOf1234Save3702() {
        add(REDEEMED, "12.34");
        add(REDEEMED, "12.34");
        add(CONFIRMED, "12.34");
        assertThat(figures().uses()).isEqualTo(3);
        assertThat(figures().discountGiven()).isEqualTo(Money.of("37.02", "CNY"));
        assertThat(figures().discount()).isEqualTo(new BigDecimal("37.02"));
    }

    @Test
    void aReleasedUseIsNoUseAndTakesItsDiscountBack() {
        add(REDEEMED, "12.34");
        add(RELEASED, "12.34");
        assertThat(figures().used()).isZero();
        assertThat(figures().released()).isEqualTo(1);
        assertThat(figures().discount()).isEqualByComparingTo("0");
    }

    @Test
    void holdsCountAsNothingWhetherReleasedLapsedOrStanding() {
        add(HELD, "12.34");
        add(RELEASED, null);
        add(HELD, "12.34");
        add(HOLD_LAPSED, null);
        add(HELD, "12.34");
        assertThat(figures()).isEqualTo(new Tally().in(Currency.getInstance("CNY")));
    }

    @Test
    void theRefundOfTheLastLineTakesBackWhatIsLeftAndGivesTheUseBack() {
        add(REDEEMED, "10.00");
        add(REFUNDED, "3.34");
        assertThat(figures().used()).isEqualTo(1);
        assertThat(figures().discount()).isEqualByComparingTo("6.66");
        add(REFUNDED, "6.66");
        add(RELEASED, "0.00");
        assertThat(figures().used()).isZero();
        assertThat(figures().refunds()).isEqualTo(2);
        assertThat(figures().discount()).isEqualByComparingTo("0");
    }

    @Test
    void aDayThatTakesBackWhatAnotherGaveIsNegative() {
        add(RELEASED, "12.34");
        assertThat(figures().used()).isEqualTo(-1);
        assertThat(figures().discount()).isEqualTo(new BigDecimal("-12.34"));
    }

    @Test
    void issuedVoidedAndExpiredCouponsAreCountedEachByItself() {
        add(ISSUED, null);
        add(ISSUED, null);
        add(ISSUED, null);
        add(VOIDED, null);
        add(EXPIRED, null);
        add(EXPIRED, null);
        assertThat(figures().issued()).isEqualTo(3);
        assertThat(figures().voided()).isEqualTo(1);
        assertThat(figures().expired()).isEqualTo(2);
    }

    private void add(EventType type, @Nullable String discount) {
        tally.add(Events.event(type, 7, "Asia/Shanghai", "2025-06-01T00:00:00Z", discount));
    }

    private Figures figures() {
        return tally.in(Currency.getInstance("CNY"));
    }
}
