package io.messina.bench.enrich;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.flink.enrichment.KeyedEnrichment;
import io.messina.flink.enrichment.StateClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.Types;
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
import org.jspecify.annotations.Nullable;

/** One job on a Flink cluster in this process, which has nothing else to do. */
final class FlinkRound {

  private static final LongAdder OUTPUTS = new LongAdder();
  private static volatile long beganNanos;
  private static volatile int[] keys = {};
  private static volatile @Nullable Database database;

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
    Settings settings = Settings.read(List.of(arguments).subList(4, arguments.length));
    int parallelism = Integer.parseInt(arguments[2]);
    keys = Arm.valueOf(arguments[1]).keys(settings, Long.parseLong(arguments[3]));
    Path folder = Files.createTempDirectory("messina-bench-flink");
    try (Database opened = settings.open()) {
      database = opened;
      StreamExecutionEnvironment job = job(contender, folder);
      job.setParallelism(parallelism);
      outputs(contender, clicks(job), settings).sinkTo(new DiscardingSink<>());
      job.execute(contender.name());
      MeasuredRound measured = MeasuredRound.of(opened, keys.length, beganNanos, System.nanoTime());
      if (OUTPUTS.sum() != keys.length) {
        throw new IllegalStateException("outputs: " + OUTPUTS + " (expected: " + keys.length + ")");
      }
      System.out.printf(
          "%s %f %f %f %d%n",
          FlinkBench.RESULT,
          measured.eventsPerSecond(),
          measured.requestsPerEvent(),
          measured.writesPerEvent(),
          measured.lost());
    }
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
      StreamExecutionEnvironment job) {
    DataGeneratorSource<Tuple2<Integer, Integer>> source =
        new DataGeneratorSource<>(
            index -> click(index.intValue()), keys.length, Types.TUPLE(Types.INT, Types.INT));
    return job.fromSource(source, WatermarkStrategy.noWatermarks(), "clicks")
        .setParallelism(1)
        .keyBy(click -> click.f0, Types.INT);
  }

  private static Tuple2<Integer, Integer> click(int index) {
    if (index == 0) {
      beganNanos = System.nanoTime();
    }
    return Tuple2.of(keys[index], index + 1);
  }

  private static DataStream<Long> outputs(
      FlinkContender contender,
      KeyedStream<Tuple2<Integer, Integer>, Integer> clicks,
      Settings settings) {
    DataStream<Long> counts =
        contender.isUnordered()
            ? AsyncDataStream.unorderedWait(
                clicks,
                new ReadThenWrite(),
                Duration.ofSeconds(30).toMillis(),
                TimeUnit.MILLISECONDS,
                settings.permits())
            : KeyedEnrichment.<Integer, Tuple2<Integer, Integer>, Long, Long>of(
                    Counting::new,
                    generation -> new StateClients.Opened<>(new Rows(), () -> {}),
                    click -> click.f1)
                .options(contender.options(settings))
                .enrich(clicks, Types.LONG, "counts");
    return counts
        .map(
            count -> {
              OUTPUTS.increment();
              return count;
            })
        .returns(new TypeHint<>() {});
  }

  private static Database database() {
    Database opened = database;
    if (opened == null) {
      throw new IllegalStateException("no database");
    }
    return opened;
  }

  /** Asks for each event, whatever else is under way for its key. */
  private static final class ReadThenWrite
      implements AsyncFunction<Tuple2<Integer, Integer>, Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public void asyncInvoke(Tuple2<Integer, Integer> click, ResultFuture<Long> result) {
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
                        written -> result.complete(List.of(count)));
              });
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
