/**
 * Aggregates of streams: one value for each window and group. What they are called, what they make
 * of events, and the rows that they answer.
 */
@NullMarked
package io.messina.api.aggregate;

import org.jspecify.annotations.NullMarked;
