/**
 * Where in the database the log and the state of a shard live: homes for the shards of a stream,
 * and salts that bring their partitions there.
 */
@NullMarked
package io.messina.stream.placement;

import org.jspecify.annotations.NullMarked;
