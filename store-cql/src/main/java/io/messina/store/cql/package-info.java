/** The store on ScyllaDB and Apache Cassandra. {@code CqlStore} is where to begin. */
@NullMarked
package io.messina.store.cql;

import org.jspecify.annotations.NullMarked;
