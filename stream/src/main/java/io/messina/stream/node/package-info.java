/**
 * A node: finds the owner of each shard, forwards requests to it, and offers streams and groups to
 * programs.
 */
@NullMarked
package io.messina.stream.node;

import org.jspecify.annotations.NullMarked;
