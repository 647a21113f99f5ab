/**
 * How a cluster is reached: options, as a URL writes them, and the driver's sessions that come of
 * them. {@code CqlOptions} is where to begin.
 */
@NullMarked
package io.messina.store.cql.session;

import org.jspecify.annotations.NullMarked;
