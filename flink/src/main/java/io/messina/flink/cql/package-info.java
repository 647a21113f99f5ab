/** States of keys in a table of ScyllaDB or Apache Cassandra, for enrichments on Flink. */
@NullMarked
package io.messina.flink.cql;

import org.jspecify.annotations.NullMarked;
