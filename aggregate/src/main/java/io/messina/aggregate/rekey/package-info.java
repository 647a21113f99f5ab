/**
 * Sends the members of a stream to the shards where they are counted, so that each member of a
 * group is on one shard only. They go through a stream of the aggregate's own, in numbered batches,
 * so that a crash between reading and sending doubles nothing.
 */
@NullMarked
package io.messina.aggregate.rekey;

import org.jspecify.annotations.NullMarked;
