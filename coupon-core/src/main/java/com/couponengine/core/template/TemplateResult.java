package com.couponengine.core.template;

import com.couponengine.core.error.Mistakes;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link TemplateChange}.
 *
 * @param status what became of it
 * @param template the template after it; null only for {@link Status#UNKNOWN_TEMPLATE}
 */
public record TemplateResult(Status status, @Nullable Template template) {
    public TemplateResult {
        Mistakes.given("status", status);
    }

    public enum Status {
        /** Done. */
        CHANGED,
        /** It was so already; nothing was changed. */
        UNCHANGED,
        /** There is no such template. */
        UNKNOWN_TEMPLATE,
        /** The template's state does not allow it. */
        ILLEGAL_STATE,
        /** The total is no longer the one expected. */
        TOTAL_CHANGED_MEANWHILE,
        /** More coupons are issued already than the new total allows. */
        TOTAL_BELOW_ISSUED
    }

    /** Whether the template now is as asked. */
    public boolean isDone() {
        return status == Status.CHANGED || status == Status.UNCHANGED;
    }
}
