package io.messina.stream.node;

/**
 * The owner of a shard.
 *
 * @param address the node's address; this node's own if it owns the shard itself
 * @param isOwn whether it is this node
 */
record OwnerAddress(String address, boolean isOwn) {}
