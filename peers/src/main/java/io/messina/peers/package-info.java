/**
 * How the nodes of a cluster ask each other. {@link io.messina.peers.PeerNetwork} asks, {@link
 * io.messina.peers.PeerListener} has others' requests answered; the frames of a connection between
 * them is in {@link io.messina.peers.Frame}, how it begins in {@link io.messina.peers.Handshake}.
 */
@NullMarked
package io.messina.peers;

import org.jspecify.annotations.NullMarked;
