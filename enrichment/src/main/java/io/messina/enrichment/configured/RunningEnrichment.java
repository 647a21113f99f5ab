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
import io.messina.stream.follow.ShardAnswers;
import io.messina.stream.node.Group;
import io.messina.stream.node.GroupJob;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.util.Optional;

/**
 * An enrichment by configuration at work on this node.
 *
 * @param group that it follows
 * @param enricher counts the values that it skips
 * @param enrichment follows the stream
 */
record RunningEnrichment(Group group, FoldEnricher enricher, Enrichment<JsonState> enrichment)
    implements GroupJob {

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
  public Optional<String> trouble() {
    return enrichment.troubles().first(Optional::of).or(group::standstill);
  }

  EnrichmentTotals totals() {
    ShardAnswers<EnrichmentStatus> shards = enrichment.status();
    long rounds = shards.sum(shard -> shard.counters().rounds());
    long applied = shards.sum(shard -> shard.counters().applied());
    return new EnrichmentTotals(
        shards.sum(shard -> shard.counters().events()),
        rounds,
        rounds == 0 ? 0 : Math.round(HUNDREDTHS * applied / rounds) / HUNDREDTHS,
        shards.sum(shard -> shard.counters().reads()),
        shards.sum(shard -> shard.counters().cacheHits()),
        shards.sum(shard -> shard.counters().replayed()),
        shards.sum(shard -> shard.counters().conflicts()),
        shards.sum(shard -> shard.counters().failures()),
        shards.sum(shard -> shard.counters().timeouts()),
        shards.sum(shard -> shard.counters().lateAnswers()),
        shards.sum(shard -> shard.counters().deadLetters()),
        enrichment.withoutKey(),
        enricher.skipped(),
        shards.sum(shard -> shard.counters().requests()),
        Math.round(shards.sum(shard -> shard.counters().requestNanos()) / NANOS_PER_MILLI)
            / MILLIS_PER_SECOND,
        (int) shards.sum(EnrichmentStatus::keysBusy),
        (int) shards.sum(EnrichmentStatus::eventsBuffered),
        (int) shards.sum(EnrichmentStatus::permitsInUse));
  }

  @Override
  public void close() {
    enrichment.close();
  }
}
