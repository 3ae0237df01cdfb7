package com.couponengine.core.store;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import org.jspecify.annotations.Nullable;

/**
 * The repository's answer to one {@link IssueRequest}.
 *
 * @param status what was decided
 * @param coupon the coupon, for GRANTED and ALREADY_GRANTED; else null
 */
public record IssueAnswer(Status status, @Nullable Coupon coupon) {
    public IssueAnswer {
        Mistakes.given("status", status);
    }

    /** Where several refusals apply, the one that stands first here is answered. */
    public enum Status {
        /** The coupon is a row. */
        GRANTED,
        /** The request was granted before; this is that coupon, as it stands now. */
        ALREADY_GRANTED,
        /** The user's request id was granted a coupon of another template. */
        REQUEST_ID_REUSED,
        /** There is no such template. */
        UNKNOWN_TEMPLATE,
        /** The template's coupons were voided. */
        VOIDED,
        /** The template is a draft. */
        NOT_PUBLISHED,
        /** The grab has not started. */
        NOT_STARTED,
        /** The template is paused. */
        PAUSED,
        /** The template or its grab has ended. */
        ENDED,
        /** The reservation is of another epoch than the counter row: reserve again. */
        STALE_EPOCH,
        /** The user has as many coupons of this template as one user may get. */
        LIMIT_REACHED,
        /** This data source has no unit left for this template. */
        SOLD_OUT,
        /** A row with this code exists, a coupon's or a fence's: take another code. */
        CODE_TAKEN,
        /** The database does not take a value of this request; nothing of it was written. */
        NOT_STORABLE
    }

    /** A refusal. */
    public static IssueAnswer refused(Status status) {
        return new IssueAnswer(status, null);
    }
}
