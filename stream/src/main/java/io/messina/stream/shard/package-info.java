/** The owner of one shard: takes over from its predecessor, serves requests, and hands over. */
@NullMarked
package io.messina.stream.shard;

import org.jspecify.annotations.NullMarked;
