/**
 * Who owns a shard: members that beat, owners that take, keep and hand over shards, and the fenced
 * writes of owners. The decisions are in classes without threads, clocks and I/O; {@link
 * io.messina.stream.ownership.Ownership} carries them out.
 */
@NullMarked
package io.messina.stream.ownership;

import org.jspecify.annotations.NullMarked;
