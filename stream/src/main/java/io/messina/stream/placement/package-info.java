/**
 * Where in the database the log and the state of a shard are stored: homes for the shards of a
 * stream, and salts that select them.
 */
@NullMarked
package io.messina.stream.placement;

import org.jspecify.annotations.NullMarked;
