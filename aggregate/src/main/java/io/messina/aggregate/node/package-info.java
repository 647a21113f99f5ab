/**
 * Aggregates at work in the process that owns the shards: following the stream, local state,
 * snapshots and answers. An {@code Aggregate} is what a program starts.
 */
@NullMarked
package io.messina.aggregate.node;

import org.jspecify.annotations.NullMarked;
