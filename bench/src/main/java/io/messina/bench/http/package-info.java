/**
 * A load generator of the HTTP API: one thread, plain sockets and prepared requests, since it
 * shares its cores with the server. Run with {@code ./messina bench http}; the arms about features
 * use it too.
 */
@NullMarked
package io.messina.bench.http;

import org.jspecify.annotations.NullMarked;
