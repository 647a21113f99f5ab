/**
 * Nodes of Apache Cassandra on this machine, for trying things. A server's own store is elsewhere.
 */
@NullMarked
package io.messina.cli.cassandra;

import org.jspecify.annotations.NullMarked;
