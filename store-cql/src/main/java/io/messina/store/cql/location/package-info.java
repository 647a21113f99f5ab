/**
 * Where partitions lie, from what the driver has heard of the cluster. {@code ClusterLocations} is
 * where to begin.
 */
@NullMarked
package io.messina.store.cql.location;

import org.jspecify.annotations.NullMarked;
