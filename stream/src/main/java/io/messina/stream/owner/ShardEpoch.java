package io.messina.stream.owner;

/**
 * A shard of a stream, in one epoch.
 *
 * @param shard its number
 * @param epoch of the owner that is asked; 0 for any
 */
public record ShardEpoch(int shard, int epoch) {}
