package com.couponengine.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShardsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void tablesLieInEqualContiguousRangesAndNoStreamIsSplit(int sources) {
        Shards shards = new Shards(sources);
        int last = 0;
        int[] count = new int[sources];
        for (int table = 0; table < CouponCode.TABLES; table++) {
            int source = shards.sourceOf(table);
            assertThat(source).isBetween(last, last + 1);
            assertThat(source).isEqualTo(shards.sourceOf(Shards.streamOf(table) * Shards.TABLES_PER_STREAM));
            assertThat(shards.sourceOfUser(64L * 1_000 + table)).isEqualTo(source);
            count[source]++;
            last = source;
        }
        assertThat(count).containsOnly(CouponCode.TABLES / sources);
        assertThat(Shards.streamOf(CouponCode.TABLES - 1)).isEqualTo(Shards.STREAMS - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 5, 16, 64})
    void otherNumbersOfSourcesAreRefused(int sources) {
        assertThatThrownBy(() -> new Shards(sources)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void theLargestUserHasAHome() {
        assertThat(new Shards(8).sourceOfUser(Long.MAX_VALUE)).isEqualTo(7);
    }
}
