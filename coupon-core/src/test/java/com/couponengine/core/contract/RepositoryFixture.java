package com.couponengine.core.contract;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.store.CouponRepository;
import java.util.List;

/** A repository for one test: empty when opened, with the test's clock as its own, and a look at its store. */
public interface RepositoryFixture extends AutoCloseable {
    CouponRepository repository();

    /**
     * Reads around the port all rows of coupons of a template, in the main tables and in the archive, in any order.
     * Fences are no coupons.
     */
    List<StoredRow> rows(long templateId);

    /** Reads around the port whether a fence stands with this code. */
    boolean isFenced(CouponCode code);

    /** Ends what was opened; what it left in a shared server may stay until the next is opened. */
    @Override
    void close();
}
