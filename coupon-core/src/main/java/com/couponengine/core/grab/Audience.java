package com.couponengine.core.grab;

/** The host's rule for who may grab a template. Called on the caller's thread; must be fast and thread-safe. */
@FunctionalInterface
public interface Audience {
    /** Everybody may. The default. */
    Audience EVERYBODY = (userId, templateId) -> true;

    boolean admits(long userId, long templateId);
}
