/** Rules about which code may know which, shared by the tests of every module. */
@NullMarked
package com.couponengine.core.architecture;

import org.jspecify.annotations.NullMarked;
