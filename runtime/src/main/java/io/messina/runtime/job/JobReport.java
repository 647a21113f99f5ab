package io.messina.runtime.job;

import java.util.Optional;

/**
 * How a job goes on this node.
 *
 * @param running what runs of it; empty if nothing does
 * @param trouble why it does not run, or does not go on; empty if all is well
 * @param lag how many events it has not finished here; empty while that cannot be told
 * @param <R> what runs
 */
public record JobReport<R>(Optional<R> running, Optional<String> trouble, Optional<Long> lag) {

  /** Of what does not run here. */
  static <R> JobReport<R> notRunning() {
    return new JobReport<>(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
