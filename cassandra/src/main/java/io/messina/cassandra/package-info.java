/**
 * Nodes of a real Apache Cassandra on the loopback addresses, for tests and for trying things. They
 * are separate processes, run from a folder of jars.
 */
@NullMarked
package io.messina.cassandra;

import org.jspecify.annotations.NullMarked;
