package io.messina.flink.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.flink.sink.MessinaSink;
import io.messina.flink.source.MessinaSource;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.test.junit5.InjectClusterClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of Flink that read from a server and append to it. */
class FlinkJobsTest {

  private static final int EVENTS = 4_000;
  private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(2)
              .setNumberSlotsPerTaskManager(3)
              .build());

  private static final AtomicInteger TESTS = new AtomicInteger();
  private static final AtomicInteger FAILURES = new AtomicInteger();

  private static ServerProcess server;
  private static MessinaClient client;

  @TempDir Path folder;

  /** Of this test's own streams. */
  private final String test = "test-" + TESTS.incrementAndGet();

  @BeforeAll
  static void start(@TempDir Path data) throws Exception {
    server = ServerProcess.start(data);
    client = MessinaClient.connect(server.url());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Test
  void hourly_unique_users_are_those_of_a_recount() {
    StreamClient visits = stream("visits");
    Map<String, Set<String>> users = new HashMap<>();
    SplittableRandom random = new SplittableRandom(7);
    List<NewEvent> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      String page = "/page-" + random.nextInt(5);
      String user = "user-" + random.nextInt(300);
      Instant time = BEGIN.plusSeconds(2L * i + random.nextInt(120));
      events.add(NewEvent.of(page, Payload.text(user)).withTime(time));
      String hour = Instant.ofEpochSecond(time.getEpochSecond() / 3600 * 3600).toString();
      users.computeIfAbsent(page + " " + hour, any -> new HashSet<>()).add(user);
    }
    Streams.append(visits, events);
    StreamClient counts = stream("counts");

    StreamExecutionEnvironment job = environment(2, "");
    HourlyUniqueUsers.build(job, url(), visits.name().toString(), counts.name().toString());
    run(job);

    List<String> expected = new ArrayList<>();
    users.forEach((pageAndHour, some) -> expected.add(pageAndHour + " " + some.size()));
    assertThat(Streams.payloads(counts)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void each_event_is_copied_once_though_tasks_fail() {
    StreamClient from = stream("from");
    List<String> numbers = fill(from, 0);
    StreamClient to = stream("to");
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
    StreamClient from = stream("from");
    List<String> numbers = new ArrayList<>(fill(from, 0));
    StreamClient to = stream("to");
    StreamExecutionEnvironment first = environment(2, "");
    copy(first, false);
    JobID id = cluster.submitJob(first.getStreamGraph().getJobGraph()).get();
    while (Streams.payloads(to).size() < EVENTS / 4) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    String savepoint =
        cluster
            .stopWithSavepoint(id, false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
            .get();
    numbers.addAll(fill(from, EVENTS));
    FAILURES.set(2);
    StreamExecutionEnvironment second = environment(3, savepoint);
    copy(second, false);
    JobID next = cluster.submitJob(second.getStreamGraph().getJobGraph()).get();
    while (Streams.payloads(to).size() < numbers.size()) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    cluster.cancel(next).get();
    assertThat(Streams.payloads(to)).containsExactlyInAnyOrderElementsOf(numbers);
  }

  @Test
  void a_job_does_not_go_on_in_a_stream_that_was_created_again(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    StreamClient from = stream("from");
    var _ = fill(from, 0);
    StreamClient to = stream("to");
    FAILURES.set(0);
    StreamExecutionEnvironment first = environment(2, "");
    copy(first, false);
    JobID id = cluster.submitJob(first.getStreamGraph().getJobGraph()).get();
    while (Streams.payloads(to).isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
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
        .hasStackTraceContaining("stream " + test + "-from: generation 2 (expected: 1");
  }

  @Test
  void a_shard_without_events_does_not_hold_up_the_watermarks_of_the_others(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    StreamClient from = stream("from");
    StreamClient to = stream("to");
    for (int hour = 0; hour < 3; hour++) {
      var _ =
          from.append(
              NewEvent.of("one key", Payload.text("event-" + hour))
                  .withTime(BEGIN.plus(Duration.ofHours(hour))));
    }
    StreamExecutionEnvironment job = environment(2, "");
    job.fromSource(
            MessinaSource.of(url(), test + "-from", event -> event.payload().text(), Types.STRING),
            WatermarkStrategy.<String>forMonotonousTimestamps()
                .withIdleness(Duration.ofMillis(200)),
            "from")
        .keyBy(text -> 1)
        .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
        .reduce((first, second) -> first + second)
        .sinkTo(MessinaSink.of(url(), test + "-to", text -> NewEvent.of(Payload.text(text))));
    JobID id = cluster.submitJob(job.getStreamGraph().getJobGraph()).get();
    while (Streams.payloads(to).size() < 2) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    cluster.cancel(id).get();
    assertThat(Streams.payloads(to)).containsExactlyInAnyOrder("event-0", "event-1");
  }

  @Test
  void a_job_fails_whose_stream_is_not_there() {
    fill(stream("from"), 0);
    FAILURES.set(0);
    StreamExecutionEnvironment job = environment(1, "");
    copy(job, true);
    assertThatThrownBy(() -> run(job))
        .hasStackTraceContaining("stream " + test + "-to: events cannot be appended")
        .hasStackTraceContaining("stream_not_found");
  }

  /** Copies a stream, in another order each time, as records are spread over subtasks. */
  private void copy(StreamExecutionEnvironment job, boolean untilNow) {
    MessinaSource<String> all =
        MessinaSource.of(url(), test + "-from", event -> event.payload().text(), Types.STRING);
    job.fromSource(untilNow ? all.untilNow() : all, WatermarkStrategy.noWatermarks(), "from")
        .uid("from")
        .rebalance()
        .map(new FailsSometimes())
        .uid("failing")
        .sinkTo(MessinaSink.of(url(), test + "-to", text -> NewEvent.of(text, Payload.text(text))))
        .uid("to");
  }

  private StreamExecutionEnvironment environment(int parallelism, String savepoint) {
    Configuration settings = new Configuration();
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 5);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    if (!savepoint.isEmpty()) {
      settings.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    job.setParallelism(parallelism);
    return job;
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

  private StreamClient stream(String name) {
    StreamClient stream = client.stream(test + "-" + name);
    var _ = stream.create(StreamOptions.DEFAULT.shards(4));
    return stream;
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
