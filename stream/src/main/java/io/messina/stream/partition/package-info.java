/** The token of a key, as Cassandra and ScyllaDB compute it, and the shard that it selects. */
@NullMarked
package io.messina.stream.partition;

import org.jspecify.annotations.NullMarked;
