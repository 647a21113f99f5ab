package io.messina.runtime.job;

import java.util.Optional;

/**
 * The state of a job on this node.
 *
 * @param running the running job; empty if it does not run
 * @param trouble why it does not run or makes no progress; empty if all is well
 * @param lag how many events it has not finished here; empty while that cannot be told
 * @param <R> the running job
 */
public record JobReport<R>(Optional<R> running, Optional<String> trouble, Optional<Long> lag) {

  /** Returns the report of a job that does not run here. */
  static <R> JobReport<R> notRunning() {
    return new JobReport<>(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
