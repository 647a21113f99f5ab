/**
 * Looks at a cluster before work starts, and says in sentences what is not as it should be. {@code
 * ClusterProbe} is where to begin.
 */
@NullMarked
package io.messina.store.cql.probe;

import org.jspecify.annotations.NullMarked;
