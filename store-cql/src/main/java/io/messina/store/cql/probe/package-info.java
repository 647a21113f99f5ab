/**
 * Looks at a cluster before work starts, and says in sentences what is wrong. Begin with {@code
 * ClusterProbe}.
 */
@NullMarked
package io.messina.store.cql.probe;

import org.jspecify.annotations.NullMarked;
