/** Where a key belongs: its token, as Cassandra and ScyllaDB compute it, and the shard it picks. */
@NullMarked
package io.messina.stream.partition;

import org.jspecify.annotations.NullMarked;
