/** One class that a node takes instead of Cassandra's own. Nothing else belongs here. */
@NullMarked
package org.apache.cassandra.security;

import org.jspecify.annotations.NullMarked;
