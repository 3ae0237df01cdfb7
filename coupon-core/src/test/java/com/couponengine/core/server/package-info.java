/** Starts the real servers that the integration tests use: processes, caches, ports, faults. */
@NullMarked
package com.couponengine.core.server;

import org.jspecify.annotations.NullMarked;
