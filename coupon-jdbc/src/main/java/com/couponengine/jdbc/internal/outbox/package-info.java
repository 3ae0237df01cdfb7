/** Events that wait in the database to be published. */
@NullMarked
package com.couponengine.jdbc.internal.outbox;

import org.jspecify.annotations.NullMarked;
