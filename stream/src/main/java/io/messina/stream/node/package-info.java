/**
 * A node: owns shards, finds the owners of the others, forwards requests to them, and offers
 * streams and groups to programs.
 */
@NullMarked
package io.messina.stream.node;

import org.jspecify.annotations.NullMarked;
