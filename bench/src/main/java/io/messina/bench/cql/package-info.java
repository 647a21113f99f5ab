/**
 * Streams on ScyllaDB or Cassandra compared with the bare driver. For the programs of this module.
 */
@NullMarked
package io.messina.bench.cql;

import org.jspecify.annotations.NullMarked;
