/** Whole clusters in simulation: nodes, clients and everything that can happen to them. */
@NullMarked
package io.messina.stream.cluster;

import org.jspecify.annotations.NullMarked;
