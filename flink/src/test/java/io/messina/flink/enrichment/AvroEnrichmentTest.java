package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.RequestRetries;
import io.messina.enrich.StateRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Events, states and outputs that are generic records of Avro, in a job whose task fails. */
class AvroEnrichmentTest {

  private static final Schema CLICK =
      SchemaBuilder.record("Click")
          .fields()
          .requiredString("user")
          .requiredLong("position")
          .endRecord();
  private static final Schema PROFILE =
      SchemaBuilder.record("Profile")
          .fields()
          .requiredLong("clicks")
          .requiredLong("last")
          .endRecord();
  private static final long EVENTS = 3_000;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder().setNumberSlotsPerTaskManager(2).build());

  private static FaultyTable<GenericRecord> table = new FaultyTable<>(0);
  private static final AtomicBoolean FAILED = new AtomicBoolean();

  @TempDir Path folder;

  @Test
  void generic_records_are_events_and_states() throws Exception {
    table = new FaultyTable<>(20_261_103);
    FAILED.set(false);
    Configuration settings = new Configuration();
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    job.setParallelism(2);
    DataStream<GenericRecord> clicks =
        job.fromSource(
                new DataGeneratorSource<>(
                    AvroEnrichmentTest::click,
                    EVENTS,
                    RateLimiterStrategy.perSecond(3_000),
                    new GenericRecordAvroTypeInfo(CLICK)),
                WatermarkStrategy.noWatermarks(),
                "clicks")
            .setParallelism(1);
    KeyedEnrichment.<String, GenericRecord, GenericRecord, GenericRecord>of(
            Clicks::new,
            generation -> new StateClients.Opened<>(table, () -> {}),
            click -> (long) click.get("position"))
        .options(
            EnrichmentOptions.DEFAULT
                .permits(new EnrichmentOptions.Permits(50, 50, Duration.ofMillis(100)))
                .retry(new RequestRetries(20, List.of(Duration.ofMillis(5)), 0.2)))
        .enrich(
            clicks.keyBy(click -> click.get("user").toString()),
            new GenericRecordAvroTypeInfo(PROFILE),
            "profiles")
        .map(
            profile -> {
              if ((long) profile.get("last") > EVENTS / 2 && FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("a planned failure");
              }
              return (long) profile.get("clicks");
            })
        .sinkTo(new DiscardingSink<>());
    job.execute();
    table.close();

    Map<String, StateRow<GenericRecord>> expected = new HashMap<>();
    for (long i = 0; i < EVENTS; i++) {
      String user = click(i).get("user").toString();
      StateRow<GenericRecord> before = expected.get(user);
      long clicksBefore =
          before == null ? 0 : (long) Objects.requireNonNull(before.state()).get("clicks");
      expected.put(user, new StateRow<>(profile(clicksBefore + 1, i), 1, i));
    }
    assertThat(FAILED).isTrue();
    assertThat(new HashMap<>(table.rows)).isEqualTo(expected);
  }

  private static GenericRecord click(long index) {
    GenericRecord click = new GenericData.Record(CLICK);
    click.put("user", "user-" + index % 37 % 10);
    click.put("position", index);
    return click;
  }

  private static GenericRecord profile(long clicks, long last) {
    GenericRecord profile = new GenericData.Record(PROFILE);
    profile.put("clicks", clicks);
    profile.put("last", last);
    return profile;
  }

  private static final class Clicks
      implements Enricher<String, GenericRecord, GenericRecord, GenericRecord> {

    @Override
    public Enriched<GenericRecord, GenericRecord> enrich(
        String user, @Nullable GenericRecord before, List<GenericRecord> clicks) {
      long count = before == null ? 0 : (long) before.get("clicks");
      GenericRecord last = clicks.get(clicks.size() - 1);
      GenericRecord after = profile(count + clicks.size(), (long) last.get("position"));
      return new Enriched<>(after, Collections.nCopies(clicks.size(), after));
    }

    @Override
    public List<GenericRecord> emitAgain(
        String user, @Nullable GenericRecord after, List<GenericRecord> clicks) {
      return Collections.nCopies(clicks.size(), Objects.requireNonNull(after));
    }
  }
}
