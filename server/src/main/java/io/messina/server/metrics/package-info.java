/** Metrics. */
@NullMarked
package io.messina.server.metrics;

import org.jspecify.annotations.NullMarked;
