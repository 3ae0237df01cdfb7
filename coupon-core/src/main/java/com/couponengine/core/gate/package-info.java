/** The port of the gate in front of the database. */
@NullMarked
package com.couponengine.core.gate;

import org.jspecify.annotations.NullMarked;
