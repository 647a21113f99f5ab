/**
 * Streams on ScyllaDB or Cassandra beside what the bare driver does. For the programs of this
 * module.
 */
@NullMarked
package io.messina.bench.cql;

import org.jspecify.annotations.NullMarked;
