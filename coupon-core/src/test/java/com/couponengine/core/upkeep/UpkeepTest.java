package com.couponengine.core.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.store.UpkeepStore;
import com.couponengine.core.store.UpkeepStore.Due;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How long a sweep goes on, over a store that plays what others do meanwhile. */
class UpkeepTest {
    private static final Due NOTHING = new Due(List.of(), false);

    private final CouponCodes codes = new CouponCodes();
    /** What the first stream answers, one look after the other. */
    private final Deque<Due> looks = new ArrayDeque<>();
    /** Who was swept before this sweep came to it. */
    private final List<CouponCode> gone = new ArrayList<>();

    private final List<Long> told = new ArrayList<>();

    private final class Store implements UpkeepStore, RedemptionStore {
        @Override
        public Due due(int stream, int max) {
            return stream == 0 && !looks.isEmpty() ? looks.remove() : NOTHING;
        }

        @Override
        public int archive(int stream, Instant expiredBefore, int max) {
            return 0;
        }

        @Override
        public List<RedemptionResult> change(List<RedemptionCommand> commands, RedemptionRule rule) {
            return commands.stream()
                    .map(command -> RedemptionResult.of(
                            gone.contains(command.code()) ? RedemptionStatus.NOTHING_TO_SWEEP : RedemptionStatus.SWEPT))
                    .toList();
        }

        @Override
        public List<RedemptionResult> changeTogether(List<RedemptionCommand> commands, RedemptionRule rule) {
            throw new IllegalStateException("a sweep has no use for it");
        }
    }

    private long sweep() {
        Store store = new Store();
        CouponRepository repository = (CouponRepository) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CouponRepository.class}, (proxy, method, args) -> store);
        RedemptionRule rule = (command, coupon, now) -> {
            throw new IllegalStateException("the store decides here");
        };
        return new Upkeep(repository, rule).sweep(told::add);
    }

    private List<CouponCode> coupons(int count) {
        return Stream.generate(() -> codes.next(64)).limit(count).toList();
    }

    @Test
    void aCouponThatSomebodyElseWasFasterAtDoesNotHideThoseAfterUsedOnes() {
        List<CouponCode> raced = coupons(1);
        gone.addAll(raced);
        looks.add(new Due(raced, true)); // all others of this look were used ones
        looks.add(new Due(List.of(), true));
        looks.add(new Due(coupons(3), false));

        assertThat(sweep()).isEqualTo(3);
        assertThat(told).containsExactly(0L, 0L, 3L);
    }

    @Test
    void aSweepThatGetsNowhereEnds() {
        List<CouponCode> full = coupons(500);
        gone.addAll(full);
        looks.addAll(Collections.nCopies(10, new Due(full, true)));

        assertThat(sweep()).isZero();
        assertThat(looks).hasSize(9);
    }
}
