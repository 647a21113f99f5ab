/** Aggregates of streams: their names, options, rows and reports. */
@NullMarked
package io.messina.api.aggregate;

import org.jspecify.annotations.NullMarked;
