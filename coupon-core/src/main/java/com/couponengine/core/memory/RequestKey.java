package com.couponengine.core.memory;

/** A user's request id. */
record RequestKey(long userId, String requestId) {}
