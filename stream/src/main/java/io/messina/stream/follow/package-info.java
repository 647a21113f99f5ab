/**
 * Readers that follow the shards of this process by themselves: a {@link
 * io.messina.stream.follow.ShardTask} says what is done with one shard, and its loop does the rest.
 */
@NullMarked
package io.messina.stream.follow;

import org.jspecify.annotations.NullMarked;
