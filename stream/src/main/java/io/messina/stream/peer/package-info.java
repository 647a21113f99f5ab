/** What nodes ask of the owner of a shard, and the port through which they ask it. */
@NullMarked
package io.messina.stream.peer;

import org.jspecify.annotations.NullMarked;
