package com.couponengine.stats;

import java.time.LocalDate;

/**
 * The figures of one day.
 *
 * @param day the day in the template's zone
 * @param figures what happened on it
 */
public record DailyFigures(LocalDate day, Figures figures) {}
