/** The local state of a shard: RocksDB, written together with the position in the stream. */
@NullMarked
package io.messina.aggregate.state;

import org.jspecify.annotations.NullMarked;
