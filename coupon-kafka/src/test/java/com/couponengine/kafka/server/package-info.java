/** Starts the real Kafka that the integration tests use. */
@NullMarked
package com.couponengine.kafka.server;

import org.jspecify.annotations.NullMarked;
