/** The requests of nodes to the owner of a shard, and the interface through which they are sent. */
@NullMarked
package io.messina.stream.peer;

import org.jspecify.annotations.NullMarked;
