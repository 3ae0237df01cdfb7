package com.couponengine.examples.crash;

import com.couponengine.core.grab.GrabStatus;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One user's wish for one coupon, and what its callers were told. Guarded by the {@link Crowd}'s lock. */
final class Wish {
    /** Answers that end a wish while the load runs. */
    private static final Set<GrabStatus> FINAL =
            EnumSet.of(GrabStatus.GRANTED, GrabStatus.ALREADY_GRANTED, GrabStatus.SOLD_OUT, GrabStatus.LIMIT_REACHED);

    final long user;
    final String request;
    int sent;
    /** Calls without an answer, or with an answer that tells nothing. */
    int inDoubt;

    @Nullable
    String code;

    @Nullable
    GrabStatus last;

    Wish(long user, String request) {
        this.user = user;
        this.request = request;
    }

    boolean isOver() {
        return code != null || (last != null && FINAL.contains(last));
    }

    /** Whether every caller was told that there is no coupon. */
    boolean isRefused() {
        return sent > 0 && inDoubt == 0 && code == null;
    }

    @Override
    public String toString() {
        return "user " + user + ", request " + request + ", last answer " + last + (code == null ? "" : " " + code);
    }
}
