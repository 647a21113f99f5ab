package io.messina.peers;

import io.messina.store.Incarnation;

/**
 * The identity of a node.
 *
 * @param cluster that it belongs to: nodes of another one are refused
 * @param address where others reach it, {@code host:port}
 * @param incarnation of its process
 */
public record PeerIdentity(String cluster, String address, Incarnation incarnation) {}
