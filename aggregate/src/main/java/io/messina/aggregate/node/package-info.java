/**
 * Aggregates at work in the process that owns the shards: following the stream, local state,
 * snapshots and answers. A program starts an {@code Aggregate}.
 */
@NullMarked
package io.messina.aggregate.node;

import org.jspecify.annotations.NullMarked;
