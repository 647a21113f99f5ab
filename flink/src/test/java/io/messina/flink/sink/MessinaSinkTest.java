package io.messina.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.net.URI;
import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which jobs may append each record once. */
class MessinaSinkTest {

  private static final MessinaSink<String> SINK =
      MessinaSink.of(
          URI.create("http://127.0.0.1:1"), "lines", line -> NewEvent.of(Payload.text(line)));

  @Test
  void a_job_without_checkpoints_is_refused() {
    StreamExecutionEnvironment job = job(new Configuration());
    job.fromData("a", "b").sinkTo(SINK);
    assertThatThrownBy(job::getStreamGraph)
        .hasMessage("checkpoints: none (expected: some, or a sink that is atLeastOnce())");
  }

  @ParameterizedTest
  @EnumSource(names = {"BATCH", "AUTOMATIC"})
  void a_batch_job_is_refused(RuntimeExecutionMode mode) {
    StreamExecutionEnvironment job =
        job(withCheckpoints().set(ExecutionOptions.RUNTIME_MODE, mode));
    job.fromData("a", "b").sinkTo(SINK);
    assertThatThrownBy(job::getStreamGraph).hasMessageStartingWith("runtime mode: BATCH");
  }

  @Test
  void a_job_with_checkpoints_is_taken_and_so_is_any_that_appends_at_least_once() {
    StreamExecutionEnvironment job = job(withCheckpoints());
    job.fromData("a", "b").sinkTo(SINK);
    assertThat(job.getStreamGraph().getStreamNodes()).isNotEmpty();
    StreamExecutionEnvironment batch =
        job(new Configuration().set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH));
    batch.fromData("a", "b").sinkTo(SINK.atLeastOnce());
    assertThat(batch.getStreamGraph().getStreamNodes()).isNotEmpty();
  }

  private static Configuration withCheckpoints() {
    return new Configuration()
        .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
  }

  private static StreamExecutionEnvironment job(Configuration settings) {
    return StreamExecutionEnvironment.getExecutionEnvironment(settings);
  }
}
