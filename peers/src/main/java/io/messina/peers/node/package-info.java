/** A node of a cluster: its streams, and the way to those of the others. */
@NullMarked
package io.messina.peers.node;

import org.jspecify.annotations.NullMarked;
