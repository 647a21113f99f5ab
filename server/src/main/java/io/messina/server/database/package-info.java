/**
 * The store behind a server: a folder of this machine, or a keyspace of a database that one server
 * at a time uses, and the checks of it while the server runs.
 */
@NullMarked
package io.messina.server.database;

import org.jspecify.annotations.NullMarked;
