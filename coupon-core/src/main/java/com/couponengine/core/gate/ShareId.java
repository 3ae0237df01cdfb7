package com.couponengine.core.gate;

/**
 * The part of a template's stock that one data source owns.
 *
 * @param templateId the template
 * @param source the number of the data source, from 0
 */
public record ShareId(long templateId, int source) {}
