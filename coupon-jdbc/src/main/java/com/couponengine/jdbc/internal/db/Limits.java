package com.couponengine.jdbc.internal.db;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param call a whole call, retries included
 * @param lockWait one wait for a lock
 */
public record Limits(Duration call, Duration lockWait) {}
