/**
 * Access to a cluster: options, as a URL writes them, and sessions of the driver made from them.
 * {@code CqlOptions} is where to begin.
 */
@NullMarked
package io.messina.store.cql.session;

import org.jspecify.annotations.NullMarked;
