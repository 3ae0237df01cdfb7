package com.couponengine.stats;

/**
 * What the counters say of one template.
 *
 * @param total since its first coupon
 * @param day on the day asked for
 */
record LiveFigures(Tally total, Tally day) {}
