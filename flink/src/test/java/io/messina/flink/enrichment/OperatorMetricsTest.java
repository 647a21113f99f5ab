package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.flink.Click;
import java.util.Collection;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What reporters of Flink are given. */
class OperatorMetricsTest {

  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();
  private static final long EVENTS = 500;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static FaultyTable<Long> table = new FaultyTable<>(0);

  @Test
  void the_metrics_are_in_the_group_of_the_operator() throws Exception {
    table = new FaultyTable<>(20_261_104);
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
    job.setParallelism(2);
    DataStream<Click> clicks =
        job.fromSource(
                new DataGeneratorSource<>(
                    index -> new Click("user-" + index % 20, 1, index),
                    EVENTS,
                    Types.POJO(Click.class)),
                WatermarkStrategy.noWatermarks(),
                "clicks")
            .setParallelism(1);
    KeyedEnrichment.<String, Click, Long, String>of(
            ClickCounts::new,
            generation -> new StateClients.Opened<>(table, () -> {}),
            click -> click.position)
        .enrich(clicks.keyBy(click -> click.user), Types.STRING, "sums")
        .sinkTo(new DiscardingSink<>());
    JobID id = job.execute("metrics").getJobID();
    table.close();

    assertThat(sum(id, "events")).isEqualTo(EVENTS);
    assertThat(sum(id, "reads")).isGreaterThanOrEqualTo(20);
    assertThat(sum(id, "writes")).isGreaterThanOrEqualTo(sum(id, "rounds"));
    assertThat(sum(id, "requests")).isEqualTo(sum(id, "reads") + sum(id, "writes"));
    assertThat(sum(id, "requestNanos")).isPositive();
    assertThat(sum(id, "permits")).isEqualTo(200);
    assertThat(sum(id, "keysCached")).isEqualTo(20);
    for (String none :
        new String[] {
          "permitsInUse",
          "keysBusy",
          "keysInBackoff",
          "eventsBuffered",
          "bytesBuffered",
          "replayed",
          "conflicts",
          "deadLetters",
          "eventsOverflowed"
        }) {
      assertThat(sum(id, none)).as(none).isZero();
    }
    for (String any : new String[] {"cacheHits", "failures", "timeouts", "lateAnswers"}) {
      assertThat(sum(id, any)).as(any).isNotNegative();
    }
  }

  /** Of both subtasks. */
  private static long sum(JobID job, String name) {
    Collection<Metric> gauges =
        REPORTER.findMetrics(job, "sums.*enrichment." + name + "$").values();
    assertThat(gauges).as(name).hasSize(2);
    long sum = 0;
    for (Metric each : gauges) {
      sum += ((Number) ((Gauge<?>) each).getValue()).longValue();
    }
    return sum;
  }
}
