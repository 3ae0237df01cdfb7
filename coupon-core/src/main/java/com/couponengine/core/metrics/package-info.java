/** What an engine has done so far, and how Micrometer sees it. */
@NullMarked
package com.couponengine.core.metrics;

import org.jspecify.annotations.NullMarked;
