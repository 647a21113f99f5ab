/**
 * Sends the members of a stream to the shards where they are counted, so that each member of a
 * group is on one shard only. They are sent through a separate stream of the aggregate, in numbered
 * batches, so that a crash between reading and sending doubles nothing.
 */
@NullMarked
package io.messina.aggregate.rekey;

import org.jspecify.annotations.NullMarked;
