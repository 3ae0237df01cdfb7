/** The only two repairs: rebuilding the gate, and settling what was left open. */
@NullMarked
package com.couponengine.core.repair;

import org.jspecify.annotations.NullMarked;
