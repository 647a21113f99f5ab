package io.messina.enrichment.configured;

import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentTotals;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrichment.Enrichment;
import io.messina.enrichment.EnrichmentJob;
import io.messina.enrichment.States;
import io.messina.enrichment.function.JsonState;
import io.messina.runtime.Context;
import io.messina.runtime.job.RunningJob;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.util.Collection;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * An enrichment by configuration at work on this node.
 *
 * @param group that it follows
 * @param enricher counts what it skips
 * @param enrichment what follows
 */
record RunningEnrichment(Group group, FoldEnricher enricher, Enrichment<JsonState> enrichment)
    implements RunningJob {

  /** All shards of a stream together may use so much memory for events, and as much for states. */
  private static final long BYTES_MAX = 64 << 20;

  private static final long SHARD_BYTES_MIN = 1 << 20;
  private static final double HUNDREDTHS = 100.0;
  private static final double NANOS_PER_MILLI = 1_000_000;
  private static final double MILLIS_PER_SECOND = 1_000;

  static RunningEnrichment start(
      Context context, Streams streams, EnrichmentDefinition definition) {
    FoldEnricher enricher = new FoldEnricher(definition.options());
    Stream stream = streams.stream(definition.options().stream());
    String name = definition.name().value();
    Enrichment<JsonState> enrichment =
        Enrichment.start(
            context,
            streams,
            definition.options().stream(),
            name,
            new EnrichmentJob<>(
                enricher,
                States.inStore(FoldEnricher.CODEC),
                options(stream.definition().options().shards()),
                definition.generation()));
    return new RunningEnrichment(
        stream.group(Enrichment.group(name, definition.generation())), enricher, enrichment);
  }

  private static EnrichmentOptions options(int shards) {
    long bytes = Math.max(SHARD_BYTES_MIN, BYTES_MAX / shards);
    EnrichmentOptions.Buffer buffer = EnrichmentOptions.DEFAULT.buffer();
    return EnrichmentOptions.DEFAULT
        .buffer(
            new EnrichmentOptions.Buffer(
                bytes, buffer.keyEvents(), buffer.keyFull(), buffer.roundEvents()))
        .cache(new EnrichmentOptions.Cache(EnrichmentOptions.Cache.DEFAULT.ttl(), bytes));
  }

  @Override
  public boolean isThere() {
    return group.isThere();
  }

  @Override
  public Optional<Long> lag() {
    return Optional.of(group.followerLag());
  }

  @Override
  public Optional<String> trouble() {
    return enrichment.troubles().entrySet().stream()
        .findFirst()
        .map(trouble -> "shard " + trouble.getKey() + ": " + trouble.getValue())
        .or(group::standstill);
  }

  EnrichmentTotals totals() {
    Collection<EnrichmentStatus> shards = enrichment.status().values();
    long rounds = sum(shards, shard -> shard.counters().rounds());
    long applied = sum(shards, shard -> shard.counters().applied());
    return new EnrichmentTotals(
        sum(shards, shard -> shard.counters().events()),
        rounds,
        rounds == 0 ? 0 : Math.round(HUNDREDTHS * applied / rounds) / HUNDREDTHS,
        sum(shards, shard -> shard.counters().reads()),
        sum(shards, shard -> shard.counters().cacheHits()),
        sum(shards, shard -> shard.counters().replayed()),
        sum(shards, shard -> shard.counters().conflicts()),
        sum(shards, shard -> shard.counters().failures()),
        sum(shards, shard -> shard.counters().timeouts()),
        sum(shards, shard -> shard.counters().lateAnswers()),
        sum(shards, shard -> shard.counters().deadLetters()),
        enrichment.withoutKey(),
        enricher.skipped(),
        sum(shards, shard -> shard.counters().requests()),
        Math.round(sum(shards, shard -> shard.counters().requestNanos()) / NANOS_PER_MILLI)
            / MILLIS_PER_SECOND,
        (int) sum(shards, EnrichmentStatus::keysBusy),
        (int) sum(shards, EnrichmentStatus::eventsBuffered),
        (int) sum(shards, EnrichmentStatus::permitsInUse));
  }

  @Override
  public void close() {
    enrichment.close();
  }

  private static long sum(
      Collection<EnrichmentStatus> shards, ToLongFunction<EnrichmentStatus> number) {
    return shards.stream().mapToLong(number).sum();
  }
}
