/**
 * Calls of nodes on the shards of other nodes, as bytes. {@link io.messina.peers.call.RemoteShards}
 * asks, {@link io.messina.peers.call.CallHandler} has the shards of its node answer.
 */
@NullMarked
package io.messina.peers.call;

import org.jspecify.annotations.NullMarked;
