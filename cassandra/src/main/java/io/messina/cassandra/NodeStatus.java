package io.messina.cassandra;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The status of a node that outlives the process which started it.
 *
 * @param number from 1
 * @param address where it listens, or would
 * @param pid its process, if it has one
 * @param ready whether drivers can connect
 * @param log the file that its log is written to
 */
public record NodeStatus(
    int number, CassandraAddress address, OptionalLong pid, boolean ready, Path log) {

  /** Whether it has a process, perhaps not ready yet. */
  public boolean isRunning() {
    return pid.isPresent();
  }
}
