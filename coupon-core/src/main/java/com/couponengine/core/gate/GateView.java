package com.couponengine.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * A share as the gate has it.
 *
 * @param epoch the epoch it was loaded with
 * @param remaining units left, not counting those reserved; null for no limit
 * @param reserved reservations neither confirmed nor released
 */
public record GateView(long epoch, @Nullable Long remaining, long reserved) {}
