package io.messina.flink.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamOptions;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.flink.sink.MessinaSink;
import io.messina.flink.source.MessinaSource;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.test.junit5.InjectClusterClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of Flink that read from a server and append to it. */
class FlinkJobsTest extends ServerFixture {

  /** Other processes share the machine. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final int EVENTS = 4_000;
  private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");

  /** More than a job here takes, so that it can begin again at any of them. */
  private static final int CHECKPOINTS_KEPT = 1_000;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(
                  new Configuration()
                      .set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, CHECKPOINTS_KEPT))
              .setNumberTaskManagers(2)
              .setNumberSlotsPerTaskManager(3)
              .build());

  private static final AtomicInteger FAILURES = new AtomicInteger();

  @TempDir Path folder;

  @Test
  void each_event_is_copied_once_though_tasks_fail() {
    StreamClient from = stream("from", 4);
    List<String> numbers = fill(from, 0);
    StreamClient to = stream("to", 4);
    FAILURES.set(3);
    StreamExecutionEnvironment job = environment(2, "");
    copy(job, true);
    run(job);
    assertThat(FAILURES).hasValue(0);
    assertThat(Streams.payloads(to)).containsExactlyInAnyOrderElementsOf(numbers);
  }

  @Test
  void each_event_is_copied_once_by_two_subtasks_and_then_by_three(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    StreamClient from = stream("from", 4);
    List<String> numbers = new ArrayList<>(fill(from, 0));
    StreamClient to = stream("to", 4);
    StreamExecutionEnvironment first = environment(2, "");
    copy(first, false);
    JobID id = cluster.submitJob(first.getStreamGraph().getJobGraph()).get();
    awaitSize(to, EVENTS / 4);
    String savepoint =
        cluster
            .stopWithSavepoint(id, false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
            .get();
    numbers.addAll(fill(from, EVENTS));
    FAILURES.set(2);
    StreamExecutionEnvironment second = environment(3, savepoint);
    copy(second, false);
    JobID next = cluster.submitJob(second.getStreamGraph().getJobGraph()).get();
    awaitSize(to, numbers.size());
    cluster.cancel(next).get();
    assertThat(Streams.payloads(to)).containsExactlyInAnyOrderElementsOf(numbers);
  }

  @FullBuild("a job that goes on from its savepoint, and the restored reader and batches")
  @Test
  void from_an_older_checkpoint_what_came_after_it_is_appended_again_and_nothing_else(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    StreamClient from = stream("from", 4);
    List<String> before = fill(from, 0);
    StreamClient to = stream("to", 4);
    FAILURES.set(0);
    StreamExecutionEnvironment first = environment(2, "");
    copy(first, false);
    JobID id = cluster.submitJob(first.getStreamGraph().getJobGraph()).get();
    awaitSize(to, EVENTS);
    Path older = newestCheckpoint(id);
    List<String> after = fill(from, EVENTS);
    awaitSize(to, 2 * EVENTS);
    cluster.cancel(id).get();
    assertThat(newestCheckpoint(id)).isNotEqualTo(older);

    StreamExecutionEnvironment second = environment(3, older.toUri().toString());
    copy(second, false);
    JobID next = cluster.submitJob(second.getStreamGraph().getJobGraph()).get();
    awaitSize(to, 3 * EVENTS);
    List<String> last = fill(from, 2 * EVENTS);
    awaitSize(to, 4 * EVENTS);
    cluster.cancel(next).get();
    List<String> expected = new ArrayList<>(before);
    expected.addAll(after);
    expected.addAll(after);
    expected.addAll(last);
    assertThat(Streams.payloads(to)).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void awaitSize(StreamClient stream, int events) throws InterruptedException {
    SystemWaiting.until(
        LIMIT,
        () -> Streams.payloads(stream).size() >= events,
        () -> Streams.payloads(stream).size() + " of " + events + " events");
  }

  private Path newestCheckpoint(JobID job) throws IOException {
    try (Stream<Path> checkpoints = Files.list(folder.resolve(job.toHexString()))) {
      return checkpoints
          .filter(each -> Files.exists(each.resolve("_metadata")))
          .max(
              Comparator.comparingLong(
                  each -> Long.parseLong(each.getFileName().toString().replace("chk-", ""))))
          .orElseThrow();
    }
  }

  @FullBuild("what the enumerator and a reader say of such a stream")
  @Test
  void a_job_does_not_go_on_in_a_stream_that_was_created_again(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    StreamClient from = stream("from", 4);
    var _ = fill(from, 0);
    StreamClient to = stream("to", 4);
    FAILURES.set(0);
    StreamExecutionEnvironment first = environment(2, "");
    copy(first, false);
    JobID id = cluster.submitJob(first.getStreamGraph().getJobGraph()).get();
    awaitSize(to, 1);
    String savepoint =
        cluster
            .stopWithSavepoint(id, false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
            .get();
    from.delete();
    var _ = from.create(StreamOptions.DEFAULT.shards(4));
    var _ = fill(from, 0);
    StreamExecutionEnvironment second = environment(2, savepoint);
    second.configure(new Configuration().set(RestartStrategyOptions.RESTART_STRATEGY, "disable"));
    copy(second, true);
    assertThatThrownBy(() -> run(second))
        .hasStackTraceContaining("stream " + nameOf("from") + ": generation 2 (expected: 1");
  }

  @Test
  void a_shard_without_events_does_not_hold_up_the_watermarks_of_the_others(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    StreamClient from = stream("from", 4);
    StreamClient to = stream("to", 4);
    for (int hour = 0; hour < 3; hour++) {
      var _ =
          from.append(
              NewEvent.of("one key", Payload.text("event-" + hour))
                  .withTime(BEGIN.plus(Duration.ofHours(hour))));
    }
    StreamExecutionEnvironment job = environment(2, "");
    job.fromSource(
            MessinaSource.of(url(), nameOf("from"), event -> event.payload().text(), Types.STRING),
            WatermarkStrategy.<String>forMonotonousTimestamps()
                .withIdleness(Duration.ofMillis(200)),
            "from")
        .keyBy(text -> 1)
        .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
        .reduce((first, second) -> first + second)
        .sinkTo(MessinaSink.of(url(), nameOf("to"), text -> NewEvent.of(Payload.text(text))));
    JobID id = cluster.submitJob(job.getStreamGraph().getJobGraph()).get();
    awaitSize(to, 2);
    cluster.cancel(id).get();
    assertThat(Streams.payloads(to)).containsExactlyInAnyOrder("event-0", "event-1");
  }

  @Test
  void a_job_fails_whose_stream_is_not_there() {
    fill(stream("from", 4), 0);
    FAILURES.set(0);
    StreamExecutionEnvironment job = environment(1, "");
    copy(job, true);
    assertThatThrownBy(() -> run(job))
        .hasStackTraceContaining("stream " + nameOf("to") + ": events cannot be appended")
        .hasStackTraceContaining("stream_not_found");
  }

  @Test
  void from_the_checkpoint_with_events_that_the_stream_refuses_a_sink_goes_on_without_them(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    List<String> numbers = fill(stream("from", 4), 0);
    StreamClient to = client.stream(nameOf("to"));
    var _ = to.create(Map.of("shards", 4, "schema", Map.of("type", "string")));
    StreamExecutionEnvironment first = environment(2, "");
    first.configure(new Configuration().set(RestartStrategyOptions.RESTART_STRATEGY, "disable"));
    quote(first, sink());
    JobID id = cluster.submitJob(first.getStreamGraph().getJobGraph()).get();
    assertThat(cluster.requestJobResult(id).get().getSerializedThrowable())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .hasStackTraceContaining(
                        "stream " + nameOf("to") + ": events cannot be appended, as it refuses"));

    StreamExecutionEnvironment second = environment(3, newestCheckpoint(id).toUri().toString());
    quote(second, sink().dropRefused());
    JobID next = cluster.submitJob(second.getStreamGraph().getJobGraph()).get();
    List<String> strings =
        numbers.stream().filter(text -> !text.endsWith("7")).map(text -> '"' + text + '"').toList();
    awaitSize(to, strings.size());
    cluster.cancel(next).get();
    assertThat(Streams.payloads(to)).containsExactlyInAnyOrderElementsOf(strings);
  }

  private MessinaSink<String> sink() {
    return MessinaSink.of(
        url(),
        nameOf("to"),
        text -> NewEvent.of(text, Payload.json(text.endsWith("7") ? "7" : '"' + text + '"')));
  }

  /** Appends each text as JSON. */
  private void quote(StreamExecutionEnvironment job, MessinaSink<String> sink) {
    job.fromSource(
            MessinaSource.of(url(), nameOf("from"), event -> event.payload().text(), Types.STRING),
            WatermarkStrategy.noWatermarks(),
            "from")
        .uid("from")
        .sinkTo(sink)
        .uid("to");
  }

  /** Copies a stream, in another order each time, as records are spread over subtasks. */
  private void copy(StreamExecutionEnvironment job, boolean untilNow) {
    MessinaSource<String> all =
        MessinaSource.of(url(), nameOf("from"), event -> event.payload().text(), Types.STRING);
    job.fromSource(untilNow ? all.untilNow() : all, WatermarkStrategy.noWatermarks(), "from")
        .uid("from")
        .rebalance()
        .map(new FailsSometimes())
        .uid("failing")
        .sinkTo(MessinaSink.of(url(), nameOf("to"), text -> NewEvent.of(text, Payload.text(text))))
        .uid("to");
  }

  private StreamExecutionEnvironment environment(int parallelism, String from) {
    return Jobs.environment(folder, parallelism, from);
  }

  private static void run(StreamExecutionEnvironment job) {
    try {
      var _ = job.execute();
    } catch (Exception e) {
      throw new IllegalStateException("the job has failed", e);
    }
  }

  private static URI url() {
    return URI.create(server.url());
  }

  private static List<String> fill(StreamClient stream, int first) {
    List<String> numbers = new ArrayList<>();
    List<NewEvent> events = new ArrayList<>();
    for (int i = first; i < first + EVENTS; i++) {
      numbers.add("number-" + i);
      events.add(NewEvent.of("key-" + i % 100, Payload.text("number-" + i)));
    }
    Streams.append(stream, events);
    return numbers;
  }

  /** Fails after some hundred records, as long as there are failures left. */
  private static final class FailsSometimes extends RichMapFunction<String, String> {

    private static final long serialVersionUID = 1L;
    private transient int left;

    @Override
    public void open(OpenContext context) {
      left = 700;
    }

    @Override
    public String map(String text) throws InterruptedException {
      if (--left == 0 && FAILURES.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        throw new IllegalStateException("a planned failure");
      }
      if (left % 200 == 0) {
        TimeUnit.MILLISECONDS.sleep(30); // so that checkpoints come in between
      }
      return text;
    }
  }
}
