package com.couponengine.core.template;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a template says. Immutable; made by {@link #builder()}.
 *
 * @param name for people, 1 to 100 characters
 * @param discount what its coupons give
 * @param total how many coupons there are, 1 to 2,000,000,000, or null for no limit
 * @param perUserLimit how many one user may get, 1 to 10,000, or null for no limit
 * @param grabStart from when it can be grabbed, inclusive, cut to milliseconds
 * @param grabEnd until when it can be grabbed, exclusive, cut to milliseconds
 * @param validity when its coupons can be used
 * @param zone the zone that its dates and its "today" are meant in
 * @param releasePolicy what a cancelled order does to its coupon
 * @param stackingGroup coupons with the same group may be used together on one order; null for exclusive
 */
public record TemplateSpec(
        String name,
        Discount discount,
        @Nullable Long total,
        @Nullable Integer perUserLimit,
        Instant grabStart,
        Instant grabEnd,
        Validity validity,
        ZoneId zone,
        ReleasePolicy releasePolicy,
        @Nullable String stackingGroup) {

    public static final long TOTAL_MAX = 2_000_000_000L;
    public static final int PER_USER_LIMIT_MAX = 10_000;
    static final int NAME_CHARS_MAX = 100;

    public TemplateSpec {
        Mistakes mistakes = new Mistakes()
                .text("name", name, NAME_CHARS_MAX)
                .require(discount != null, "discount", discount, "must be given")
                .instant("grabStart", grabStart)
                .instant("grabEnd", grabEnd)
                .require(validity != null, "validity", validity, "must be given")
                .require(zone != null, "zone", zone, "must be given")
                .require(releasePolicy != null, "releasePolicy", releasePolicy, "must be given");
        checkTotal(mistakes, "total", total);
        mistakes.require(
                perUserLimit == null || (perUserLimit > 0 && perUserLimit <= PER_USER_LIMIT_MAX),
                "perUserLimit",
                perUserLimit,
                "must be 1 to " + PER_USER_LIMIT_MAX + ", or null for no limit");
        if (stackingGroup != null) {
            mistakes.key("stackingGroup", stackingGroup);
        }
        mistakes.require(
                grabStart == null || grabEnd == null || grabEnd.isAfter(grabStart),
                "grabEnd",
                grabEnd,
                "must be after grabStart = " + grabStart);
        if (grabStart != null && validity instanceof Validity.Fixed fixed) {
            mistakes.require(
                    fixed.until().isAfter(grabStart),
                    "validity.until",
                    fixed.until(),
                    "must be after grabStart = " + grabStart);
        }
        mistakes.throwIfAny();
        grabStart = grabStart.truncatedTo(ChronoUnit.MILLIS);
        grabEnd = grabEnd.truncatedTo(ChronoUnit.MILLIS);
        mistakes.require(grabEnd.isAfter(grabStart), "grabEnd", grabEnd, "must be after grabStart = " + grabStart)
                .throwIfAny();
    }

    static void checkTotal(Mistakes mistakes, String field, @Nullable Long total) {
        mistakes.require(
                total == null || (total > 0 && total <= TOTAL_MAX),
                field,
                total,
                "must be 1 to " + TOTAL_MAX + ", or null for no limit");
    }

    /** The same with another name. */
    public TemplateSpec withName(String newName) {
        return new TemplateSpec(
                newName,
                discount,
                total,
                perUserLimit,
                grabStart,
                grabEnd,
                validity,
                zone,
                releasePolicy,
                stackingGroup);
    }

    /** The same with another total. */
    public TemplateSpec withTotal(@Nullable Long newTotal) {
        return new TemplateSpec(
                name,
                discount,
                newTotal,
                perUserLimit,
                grabStart,
                grabEnd,
                validity,
                zone,
                releasePolicy,
                stackingGroup);
    }

    /** The same with another end of the grab. */
    public TemplateSpec withGrabEnd(Instant newGrabEnd) {
        return new TemplateSpec(
                name,
                discount,
                total,
                perUserLimit,
                grabStart,
                newGrabEnd,
                validity,
                zone,
                releasePolicy,
                stackingGroup);
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Collects a spec. Name, discount, grab window and validity must be given. Defaults: one coupon a user, no limit on
     * the total (say {@link #total}), UTC, {@link ReleasePolicy#RETURN}, exclusive. Not thread-safe.
     */
    public static final class Builder {
        private @Nullable String name;
        private @Nullable Discount discount;
        private @Nullable Long total;
        private @Nullable Integer perUserLimit = 1;
        private @Nullable Instant grabStart;
        private @Nullable Instant grabEnd;
        private @Nullable Validity validity;
        private @Nullable ZoneId zone = ZoneId.of("UTC");
        private @Nullable ReleasePolicy releasePolicy = ReleasePolicy.RETURN;
        private @Nullable String stackingGroup;

        private Builder() {}

        public Builder name(String value) {
            name = value;
            return this;
        }

        public Builder discount(Discount value) {
            discount = value;
            return this;
        }

        /** How many coupons there are. */
        public Builder total(long value) {
            total = value;
            return this;
        }

        /** As many coupons as are asked for. The default. */
        public Builder unlimitedTotal() {
            total = null;
            return this;
        }

        /** How many coupons one user may get. 1 by default. */
        public Builder perUserLimit(int value) {
            perUserLimit = value;
            return this;
        }

        public Builder unlimitedPerUser() {
            perUserLimit = null;
            return this;
        }

        /** From when (inclusive) until when (exclusive) it can be grabbed. */
        public Builder grabWindow(Instant start, Instant end) {
            grabStart = start;
            grabEnd = end;
            return this;
        }

        public Builder validity(Validity value) {
            validity = value;
            return this;
        }

        public Builder zone(ZoneId value) {
            zone = value;
            return this;
        }

        public Builder releasePolicy(ReleasePolicy value) {
            releasePolicy = value;
            return this;
        }

        public Builder stackingGroup(String value) {
            stackingGroup = value;
            return this;
        }

        /**
         * Ends the collecting.
         *
         * @throws InvalidInputException naming every property that is missing or wrong
         */
        @SuppressWarnings("NullAway") // the constructor is the one place that checks, nulls included
        public TemplateSpec build() {
            return new TemplateSpec(
                    name,
                    discount,
                    total,
                    perUserLimit,
                    grabStart,
                    grabEnd,
                    validity,
                    zone,
                    releasePolicy,
                    stackingGroup);
        }
    }
}
