/**
 * Aggregates by configuration at work: each node runs them on the shards that it owns, and answers
 * with their rows.
 */
@NullMarked
package io.messina.aggregate.configured;

import org.jspecify.annotations.NullMarked;
