/** The crash campaign: two hosts grab at full load while servers and hosts are killed, frozen, emptied and cut off. */
@NullMarked
package com.couponengine.examples.crash;

import org.jspecify.annotations.NullMarked;
