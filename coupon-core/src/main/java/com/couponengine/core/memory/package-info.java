/**
 * Adapters of every port that keep everything in this process: for the tests of hosts, for trying things out, and as the
 * oracle that the other adapters are compared with. One lock each, no speed tricks. Nothing survives the process.
 */
@NullMarked
package com.couponengine.core.memory;

import org.jspecify.annotations.NullMarked;
