/** Real Redis servers for the tests: one node, a cluster, a watched pair. */
@NullMarked
package com.couponengine.redis.server;

import org.jspecify.annotations.NullMarked;
