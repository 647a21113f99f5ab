/** The owner of one shard: takes over what its predecessor left, serves, and hands over. */
@NullMarked
package io.messina.stream.shard;

import org.jspecify.annotations.NullMarked;
