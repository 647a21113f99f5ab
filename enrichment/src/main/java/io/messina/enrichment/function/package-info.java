/**
 * What a state is made of without a line of code: counts, sums, extremes, lists and the like of
 * what JSON pointers find in events. Pure: they read nothing but the state and the event.
 */
@NullMarked
package io.messina.enrichment.function;

import org.jspecify.annotations.NullMarked;
