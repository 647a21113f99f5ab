/**
 * Aggregates of a stream. A user writes an {@code Aggregator} over {@code LocalState}; a {@code
 * ShardAggregate} gives it the events of a shard.
 */
@NullMarked
package io.messina.aggregate;

import org.jspecify.annotations.NullMarked;
