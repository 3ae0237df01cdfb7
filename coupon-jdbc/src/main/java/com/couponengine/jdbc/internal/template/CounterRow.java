package com.couponengine.jdbc.internal.template;

import com.couponengine.core.template.TemplateState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code coupon_quota}: what a data source needs to know to issue a template's coupons.
 *
 * @param quota the units that this data source owns, or null for no limit
 * @param issued the coupons issued here
 * @param perUserLimit how many one user may get, or null for no limit
 * @param voided whether all the template's coupons are void
 * @param grabStart inclusive
 * @param grabEnd exclusive
 * @param epoch the gate's epoch
 */
public record CounterRow(
        @Nullable Long quota,
        long issued,
        @Nullable Integer perUserLimit,
        TemplateState state,
        boolean voided,
        Instant grabStart,
        Instant grabEnd,
        long epoch) {}
