package io.messina.bench.enrich;

import io.messina.bench.figures.Percentiles;
import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.flink.enrichment.KeyedEnrichment;
import io.messina.flink.enrichment.StateClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.async.AsyncFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.runtime.operators.TableKeyedAsyncWaitOperatorFactory;
import org.jspecify.annotations.Nullable;

/** One job on a Flink cluster in this process, which has nothing else to do. */
final class FlinkRound {

  private static final Duration TIME_OUT = Duration.ofSeconds(30);
  private static final LongAdder OUTPUTS = new LongAdder();
  private static volatile long beganNanos;
  private static volatile int[] keys = {};

  /** When an event began, then how long it took; none where no rate is asked for. */
  private static volatile long[] nanos = {};

  private static volatile @Nullable EnrichmentDatabase database;

  private FlinkRound() {}

  /**
   * Runs the job, and prints events per second, requests and writes per event, and how many events
   * no count has.
   *
   * @param arguments contender, arm, parallelism, round, then the flags of the settings
   * @throws Exception if the job fails
   */
  public static void main(String[] arguments) throws Exception {
    FlinkContender contender = FlinkContender.valueOf(arguments[0]);
    EnrichmentArm arm = EnrichmentArm.valueOf(arguments[1]);
    int parallelism = Integer.parseInt(arguments[2]);
    int rate = Integer.parseInt(arguments[4]);
    EnrichmentSettings settings =
        contender.settings(
            EnrichmentSettings.read(List.of(arguments).subList(5, arguments.length)), arm);
    keys = arm.keys(settings, Long.parseLong(arguments[3]));
    nanos = new long[rate > 0 ? keys.length : 0];
    Path folder = Files.createTempDirectory("messina-bench-flink");
    try (EnrichmentDatabase opened = settings.open()) {
      database = opened;
      StreamExecutionEnvironment job = job(contender, folder);
      job.setParallelism(parallelism);
      outputs(contender, clicks(job, contender, rate), settings).sinkTo(new DiscardingSink<>());
      job.execute(contender.name());
      MeasuredRound measured =
          MeasuredRound.of(opened, keys.length, beganNanos, System.nanoTime())
              .withMedianMillis(medianMillis());
      if (OUTPUTS.sum() != keys.length) {
        throw new IllegalStateException("outputs: " + OUTPUTS + " (expected: " + keys.length + ")");
      }
      System.out.printf(
          "%s %f %f %f %d %f%n",
          FlinkBench.RESULT,
          measured.eventsPerSecond(),
          measured.requestsPerEvent(),
          measured.writesPerEvent(),
          measured.lost(),
          measured.medianMillis());
    }
  }

  private static double medianMillis() {
    double[] millis = LongStream.of(nanos).mapToDouble(each -> each / 1e6).toArray();
    return millis.length == 0 ? 0 : Percentiles.of(millis, millis.length).median();
  }

  private static StreamExecutionEnvironment job(FlinkContender contender, Path folder) {
    Configuration settings = new Configuration();
    if (contender.checkpoints()) {
      settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
      settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
      settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    }
    return StreamExecutionEnvironment.getExecutionEnvironment(settings);
  }

  private static KeyedStream<Tuple2<Integer, Integer>, Integer> clicks(
      StreamExecutionEnvironment job, FlinkContender contender, int rate) {
    // Timers do not fire any more once the input has ended, so it waits for the outputs.
    int last = contender == FlinkContender.TIMERS ? 1 : 0;
    DataGeneratorSource<Tuple2<Integer, Integer>> source =
        new DataGeneratorSource<>(
            index -> click(index.intValue()),
            keys.length + last,
            rate > 0 ? RateLimiterStrategy.perSecond(rate) : RateLimiterStrategy.noOp(),
            Types.TUPLE(Types.INT, Types.INT));
    return job.fromSource(source, WatermarkStrategy.noWatermarks(), "clicks")
        .setParallelism(1)
        .filter(click -> click.f1 > 0)
        .setParallelism(1)
        .keyBy(click -> click.f0, Types.INT);
  }

  private static Tuple2<Integer, Integer> click(int index) throws InterruptedException {
    if (index == keys.length) {
      while (OUTPUTS.sum() < keys.length) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      return Tuple2.of(0, 0);
    }
    if (index == 0) {
      beganNanos = System.nanoTime();
    }
    if (nanos.length > 0) {
      nanos[index] = System.nanoTime();
    }
    return Tuple2.of(keys[index], index + 1);
  }

  private static DataStream<Integer> outputs(
      FlinkContender contender,
      KeyedStream<Tuple2<Integer, Integer>, Integer> clicks,
      EnrichmentSettings settings) {
    DataStream<Integer> numbers =
        switch (contender) {
          case UNORDERED, UNORDERED_CHECKPOINTS ->
              AsyncDataStream.unorderedWait(
                  clicks,
                  new ReadThenWrite(),
                  TIME_OUT.toMillis(),
                  TimeUnit.MILLISECONDS,
                  settings.permits());
          case MERGING, MERGING_CHECKPOINTS, CACHING ->
              KeyedEnrichment.<Integer, Tuple2<Integer, Integer>, Long, Integer>of(
                      CountingClicks::new,
                      generation -> new StateClients.Opened<>(new Rows(), () -> {}),
                      click -> click.f1)
                  .options(contender.options(settings))
                  .enrich(clicks, Types.INT, "counts");
          case TIMERS -> clicks.process(new TimerPerKey(settings.permits()));
          case KEY_ORDERED ->
              clicks.transform(
                  "counts",
                  Types.INT,
                  new TableKeyedAsyncWaitOperatorFactory<>(
                      new ReadThenWrite(),
                      click -> click.f0,
                      TIME_OUT.toMillis(),
                      settings.permits()));
          case SYNCHRONOUS -> clicks.map(FlinkRound::readThenWrite).returns(Types.INT);
        };
    return numbers.map(FlinkRound::putOut).returns(Types.INT);
  }

  private static Integer putOut(Integer number) {
    OUTPUTS.increment();
    if (nanos.length > 0) {
      nanos[number - 1] = System.nanoTime() - nanos[number - 1];
    }
    return number;
  }

  static EnrichmentDatabase database() {
    EnrichmentDatabase opened = database;
    if (opened == null) {
      throw new IllegalStateException("no database");
    }
    return opened;
  }

  private static Integer readThenWrite(Tuple2<Integer, Integer> click) {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    readThenWrite(click, answer::complete);
    return answer.join();
  }

  private static void readThenWrite(Tuple2<Integer, Integer> click, Consumer<Integer> answer) {
    database()
        .read(
            click.f0,
            row -> {
              Long before = row == null ? null : row.state();
              Long count = before == null ? 1 : before + 1;
              database()
                  .write(
                      click.f0,
                      new StateRow<>(count, 1, click.f1),
                      written -> answer.accept(click.f1));
            });
  }

  /** Sends a request for each event, even if others are under way for its key. */
  private static final class ReadThenWrite
      implements AsyncFunction<Tuple2<Integer, Integer>, Integer> {

    private static final long serialVersionUID = 1L;

    @Override
    public void asyncInvoke(Tuple2<Integer, Integer> click, ResultFuture<Integer> result) {
      readThenWrite(click, number -> result.complete(List.of(number)));
    }
  }

  /** Counts the clicks of a key, and puts out their numbers. */
  private static final class CountingClicks
      implements Enricher<Integer, Tuple2<Integer, Integer>, Long, Integer> {

    @Override
    public Enriched<Long, Integer> enrich(
        Integer key, @Nullable Long state, List<Tuple2<Integer, Integer>> clicks) {
      long count = (state == null ? 0 : state) + clicks.size();
      return new Enriched<>(count, emitAgain(key, state, clicks));
    }

    @Override
    public List<Integer> emitAgain(
        Integer key, @Nullable Long state, List<Tuple2<Integer, Integer>> clicks) {
      if (clicks.size() == 1) {
        return List.of(clicks.getFirst().f1);
      }
      Integer[] numbers = new Integer[clicks.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = clicks.get(i).f1;
      }
      return Arrays.asList(numbers);
    }

    @Override
    public int stateBytes(Long state) {
      return Long.BYTES;
    }
  }

  /** The database as an enrichment asks it. */
  private static final class Rows implements KeyedStateClient<Integer, Long> {

    @Override
    public CompletionStage<@Nullable StateRow<Long>> read(Integer key) {
      CompletableFuture<@Nullable StateRow<Long>> answer = new CompletableFuture<>();
      database().read(key, answer::complete);
      return answer;
    }

    @Override
    public CompletionStage<WriteResult> write(
        Integer key, @Nullable StateRow<Long> expected, StateRow<Long> row) {
      CompletableFuture<WriteResult> answer = new CompletableFuture<>();
      database().write(key, row, written -> answer.complete(WriteResult.APPLIED));
      return answer;
    }
  }
}
