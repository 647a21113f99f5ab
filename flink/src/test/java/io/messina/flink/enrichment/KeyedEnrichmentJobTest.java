package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.RequestRetries;
import io.messina.enrich.StateRow;
import io.messina.flink.Click;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectClusterClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on a cluster in this process, on a table whose requests fail, get lost and come late. */
class KeyedEnrichmentJobTest {

  private static final long EVENTS = 12_000;
  private static final int USERS = 300;

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

  private static FaultyTable<Long> table = new FaultyTable<>(0);
  private static final AtomicInteger FAILURES = new AtomicInteger();
  private static final AtomicInteger OUTPUTS = new AtomicInteger();

  @TempDir Path folder;

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void each_event_is_applied_once_though_tasks_fail() throws Exception {
    runThoughTasksFail(false, 0);
  }

  @FullBuild("aligned checkpoints before which nothing drains")
  @ParameterizedTest
  @CsvSource({"true, 0", "false, 20"})
  void each_event_is_applied_once_though_tasks_fail_between_any_checkpoints(
      boolean unaligned, int drainMillis) throws Exception {
    runThoughTasksFail(unaligned, drainMillis);
  }

  private void runThoughTasksFail(boolean unaligned, int drainMillis) throws Exception {
    table = new FaultyTable<>(20_261_101);
    FAILURES.set(4);
    StreamExecutionEnvironment job =
        job(2, "", unaligned, AtCheckpoint.drain(Duration.ofMillis(drainMillis)));
    job.execute("failing");
    assertThat(FAILURES).hasValue(0);
    assertSums();
  }

  @Test
  void a_job_goes_on_from_savepoints_with_more_and_with_fewer_subtasks(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    goOnFromSavepoints(false, cluster);
  }

  @FullBuild("aligned checkpoints")
  @Test
  void a_job_with_unaligned_checkpoints_goes_on_from_savepoints_likewise(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    goOnFromSavepoints(true, cluster);
  }

  private void goOnFromSavepoints(boolean unaligned, ClusterClient<?> cluster) throws Exception {
    table = new FaultyTable<>(20_261_102);
    FAILURES.set(0);
    String savepoint = "";
    for (int parallelism : new int[] {2, 3}) {
      savepoint =
          stopInTheMiddle(cluster, job(parallelism, savepoint, unaligned, AtCheckpoint.BUFFER));
    }
    job(1, savepoint, unaligned, AtCheckpoint.BUFFER).execute("to the end");
    assertSums();
  }

  @Test
  void from_an_older_checkpoint_states_stay_as_they_are_and_outputs_come_again(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    goOnFromAnOlderCheckpoint(false, cluster);
  }

  @FullBuild("aligned checkpoints")
  @Test
  void from_an_older_unaligned_checkpoint_it_is_likewise(
      @InjectClusterClient ClusterClient<?> cluster) throws Exception {
    goOnFromAnOlderCheckpoint(true, cluster);
  }

  private void goOnFromAnOlderCheckpoint(boolean unaligned, ClusterClient<?> cluster)
      throws Exception {
    table = new FaultyTable<>(20_261_104);
    FAILURES.set(0);
    OUTPUTS.set(0);
    JobID id =
        cluster
            .submitJob(job(2, "", unaligned, AtCheckpoint.BUFFER).getStreamGraph().getJobGraph())
            .get();
    awaitRequests(1_500);
    List<Path> early = checkpoints(id);
    awaitRequests(table.requests.get() + 1_500);
    cluster.cancel(id).get();
    while (!cluster.getJobStatus(id).get().isGloballyTerminalState()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    List<Path> all = checkpoints(id);
    Path older = early.get(early.size() / 2);
    assertThat(all.indexOf(older)).isLessThan(all.size() - 3);

    job(3, older.toUri().toString(), unaligned, AtCheckpoint.BUFFER).execute("to the end");
    assertSums();
    assertThat(OUTPUTS.get()).isGreaterThan((int) EVENTS);
  }

  /** The complete ones of a job, oldest first. */
  private List<Path> checkpoints(JobID id) throws IOException {
    try (Stream<Path> found = Files.list(folder.resolve(id.toHexString()))) {
      return found
          .filter(each -> Files.exists(each.resolve("_metadata")))
          .sorted(Comparator.comparingInt(each -> number(each)))
          .toList();
    }
  }

  private static int number(Path checkpoint) {
    return Integer.parseInt(checkpoint.getFileName().toString().replace("chk-", ""));
  }

  private static void awaitRequests(long requests) throws InterruptedException {
    while (table.requests.get() < requests) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Its input is not sorted by time, as positions have to rise; and there are no checkpoints. */
  @Test
  void a_batch_job_applies_each_event_once_and_ends() throws Exception {
    table = new FaultyTable<>(20_261_103);
    StreamExecutionEnvironment job =
        StreamExecutionEnvironment.getExecutionEnvironment(
            new Configuration().set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH));
    job.setParallelism(2);
    DataStream<Click> clicks =
        job.fromSource(
                new DataGeneratorSource<>(
                    KeyedEnrichmentJobTest::click, 2_000, Types.POJO(Click.class)),
                WatermarkStrategy.<Click>noWatermarks()
                    .withTimestampAssigner((click, before) -> 10_000 - click.position),
                "clicks")
            .setParallelism(1);
    sums()
        .deadLetters(OperatorRig.LETTERS)
        .enrich(clicks.keyBy(it -> it.user), Types.STRING, "sums")
        .sinkTo(new DiscardingSink<>());
    job.execute("batch");
    assertSums(2_000);
  }

  private String stopInTheMiddle(ClusterClient<?> client, StreamExecutionEnvironment job)
      throws Exception {
    JobGraph graph = job.getStreamGraph().getJobGraph();
    long before = table.requests.get();
    JobID id = client.submitJob(graph).get();
    awaitRequests(before + 1_500);
    return client
        .stopWithSavepoint(id, false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
        .get();
  }

  private StreamExecutionEnvironment job(
      int parallelism, String savepoint, boolean unaligned, AtCheckpoint atCheckpoint) {
    Configuration settings = new Configuration();
    settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    settings.set(CheckpointingOptions.ENABLE_UNALIGNED, unaligned);
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    settings.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    if (!savepoint.isEmpty()) {
      settings.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    job.setParallelism(parallelism);
    job.setMaxParallelism(12);
    DataStream<Click> clicks =
        job.fromSource(
                new DataGeneratorSource<>(
                    KeyedEnrichmentJobTest::click,
                    EVENTS,
                    RateLimiterStrategy.perSecond(6_000),
                    Types.POJO(Click.class)),
                WatermarkStrategy.noWatermarks(),
                "clicks")
            .setParallelism(1)
            .uid("clicks");
    sums()
        .atCheckpoint(atCheckpoint)
        .enrich(clicks.keyBy(click -> click.user), Types.STRING, "sums")
        .uid("sums")
        .map(new FailsSometimes())
        .uid("failing")
        .sinkTo(new DiscardingSink<>());
    return job;
  }

  private static KeyedEnrichment<String, Click, Long, String> sums() {
    return KeyedEnrichment.<String, Click, Long, String>of(
            ClickCounts::new,
            generation -> new StateClients.Opened<>(table, () -> {}),
            click -> click.position)
        .options(
            EnrichmentOptions.DEFAULT
                .permits(new EnrichmentOptions.Permits(50, 50, Duration.ofMillis(100)))
                .retry(new RequestRetries(20, List.of(Duration.ofMillis(5)), 0.2)));
  }

  /** Most events are of a few users. */
  private static Click click(long index) {
    SplittableRandom random = new SplittableRandom(index);
    int user = random.nextInt(3) == 0 ? random.nextInt(USERS) : random.nextInt(3);
    return new Click("user-" + user, 1 + random.nextInt(9), index);
  }

  private static void assertSums() {
    assertSums(EVENTS);
  }

  private static void assertSums(long events) {
    Map<String, StateRow<Long>> expected = new HashMap<>();
    for (long i = 0; i < events; i++) {
      Click click = click(i);
      StateRow<Long> before = expected.get(click.user);
      long sum = before == null ? 0 : Objects.requireNonNull(before.state());
      expected.put(click.user, new StateRow<>(sum + click.count, 1, i));
    }
    assertThat(new HashMap<>(table.rows)).isEqualTo(expected);
    assertThat(table.requests.get()).isLessThan(2 * events);
  }

  /** Fails after some hundred outputs, as long as there are failures left. */
  private static final class FailsSometimes extends RichMapFunction<String, String> {

    private static final long serialVersionUID = 1L;
    private transient int left;

    @Override
    public void open(OpenContext context) {
      left = 900;
    }

    @Override
    public String map(String output) {
      if (--left == 0 && FAILURES.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        throw new IllegalStateException("a planned failure");
      }
      OUTPUTS.incrementAndGet();
      return output;
    }
  }
}
