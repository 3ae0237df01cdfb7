package com.couponengine.stats;

import java.time.ZonedDateTime;

/**
 * The figures of one hour of the clock in the template's zone. An hour that the clock shows twice, when daylight saving
 * ends, is two hours here, told apart by their offsets; one that it leaves out is none.
 *
 * @param start its start, inclusive, in the template's zone
 * @param figures what happened in it
 */
public record HourlyFigures(ZonedDateTime start, Figures figures) {}
