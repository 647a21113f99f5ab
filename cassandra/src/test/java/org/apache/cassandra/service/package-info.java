/** Stands in for Cassandra where a test is about processes. */
@NullMarked
package org.apache.cassandra.service;

import org.jspecify.annotations.NullMarked;
