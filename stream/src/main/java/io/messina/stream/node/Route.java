package io.messina.stream.node;

/**
 * The way to the owner of a shard.
 *
 * @param address the node's address; this node's own where it owns the shard itself
 * @param isOwn whether it is this node
 */
record Route(String address, boolean isOwn) {}
