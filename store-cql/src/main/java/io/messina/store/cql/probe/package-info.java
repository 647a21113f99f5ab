/**
 * Examines a cluster before work starts, and describes problems in sentences. Begin with {@code
 * ClusterProbe}.
 */
@NullMarked
package io.messina.store.cql.probe;

import org.jspecify.annotations.NullMarked;
