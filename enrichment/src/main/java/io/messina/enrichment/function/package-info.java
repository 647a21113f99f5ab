/**
 * States without a line of code: counts, sums, extremes, lists and the like of the values that JSON
 * pointers find in events. Pure: they read nothing but the state and the event.
 */
@NullMarked
package io.messina.enrichment.function;

import org.jspecify.annotations.NullMarked;
