package io.messina.stream.owner;

/**
 * The owner of a shard.
 *
 * @param address of its node
 * @param epoch of the ownership, from 1; a shard that moves gets a higher one
 */
public record OwnerAddress(String address, int epoch) {}
