package com.couponengine.core.grab;

/** The host's rule for who may grab a template. Called on the caller's thread; must be fast and thread-safe. */
@FunctionalInterface
public interface Audience {
    /** Everybody may. The default. */
    Audience EVERYBODY = (userId, templateId) -> true;

    /**
     * Whether this user may grab this template's coupons. Asked on the caller's thread, for every grab that gets so far;
     * must not wait. What it throws is thrown to the caller, and nothing has been changed.
     */
    boolean admits(long userId, long templateId);
}
