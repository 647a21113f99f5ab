/**
 * Jobs of Apache Flink that read streams and append to them: {@code HourlyUniqueUsers} counts in
 * windows, {@code VisitProfiles} keeps a profile of each user in a table of ScyllaDB or Cassandra.
 */
@NullMarked
package io.messina.flink.jobs;

import org.jspecify.annotations.NullMarked;
