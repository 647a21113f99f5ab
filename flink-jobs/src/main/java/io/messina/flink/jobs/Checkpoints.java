package io.messina.flink.jobs;

import java.time.Duration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Checkpoints, which a job needs that appends each event once. */
final class Checkpoints {

  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private Checkpoints() {}

  /**
   * Takes them each five seconds, unless the cluster or the submission of the job says otherwise.
   */
  static void enable(StreamExecutionEnvironment job) {
    if (!job.getCheckpointConfig().isCheckpointingEnabled()) {
      job.enableCheckpointing(INTERVAL.toMillis());
    }
  }
}
