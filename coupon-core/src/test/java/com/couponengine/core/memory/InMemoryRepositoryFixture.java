package com.couponengine.core.memory;

import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.contract.RepositoryFixture;
import com.couponengine.core.contract.StoredRow;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.Shards;
import java.util.List;

/** A repository in memory, with a look at its maps. */
final class InMemoryRepositoryFixture implements RepositoryFixture {
    private final InMemoryCouponRepository repository;

    InMemoryRepositoryFixture(TimeSource time, int sources) {
        repository = new InMemoryCouponRepository(time, new Shards(sources));
    }

    @Override
    public CouponRepository repository() {
        return repository;
    }

    @Override
    public List<StoredRow> rows(long templateId) {
        InMemoryData data = repository.data();
        synchronized (data) {
            return data.coupons.values().stream()
                    .filter(row -> row.coupon().templateId() == templateId)
                    .map(InMemoryRepositoryFixture::stored)
                    .toList();
        }
    }

    private static StoredRow stored(CouponRow row) {
        Coupon coupon = row.coupon();
        return new StoredRow(
                coupon.code().toString(), coupon.userId(), coupon.grabNo(), coupon.requestId(), row.isArchived());
    }

    @Override
    public boolean isFenced(CouponCode code) {
        InMemoryData data = repository.data();
        synchronized (data) {
            return data.fences.contains(code);
        }
    }

    @Override
    public void close() {
        // nothing is left behind
    }
}
