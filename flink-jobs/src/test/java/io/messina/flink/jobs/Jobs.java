package io.messina.flink.jobs;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Jobs with RocksDB state that take many checkpoints, and begin again at once. */
final class Jobs {

  private static final int RESTARTS = 5;

  private Jobs() {}

  /**
   * A job without operators.
   *
   * @param folder of its checkpoints
   * @param parallelism how many subtasks each operator has
   * @param from path of a savepoint or a checkpoint; empty to begin without state
   */
  static StreamExecutionEnvironment environment(Path folder, int parallelism, String from) {
    Configuration settings = new Configuration();
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    settings.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    if (!from.isEmpty()) {
      settings.set(StateRecoveryOptions.SAVEPOINT_PATH, from);
    }
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    job.setParallelism(parallelism);
    return job;
  }
}
