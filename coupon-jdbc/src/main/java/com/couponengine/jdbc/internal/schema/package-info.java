/** The tables, their installation and the checks at start. */
@NullMarked
package com.couponengine.jdbc.internal.schema;

import org.jspecify.annotations.NullMarked;
