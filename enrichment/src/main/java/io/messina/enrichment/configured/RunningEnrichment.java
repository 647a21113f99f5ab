package io.messina.enrichment.configured;

import io.messina.api.GroupName;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentTotals;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrichment.Enrichment;
import io.messina.enrichment.EnrichmentJob;
import io.messina.enrichment.States;
import io.messina.enrichment.function.JsonState;
import io.messina.runtime.Context;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardGroupStatus;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * An enrichment by configuration at work on this node.
 *
 * @param streams of this node
 * @param stream the creation of the stream that it follows
 * @param group the creation of its group there
 * @param enricher counts what it skips
 * @param enrichment what follows
 */
record RunningEnrichment(
    Streams streams,
    StreamId stream,
    GroupId group,
    FoldEnricher enricher,
    Enrichment<JsonState> enrichment) {

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
    GroupName group = Enrichment.group(name, definition.generation());
    return new RunningEnrichment(
        streams,
        stream.definition().id(),
        stream.group(group).definition().id(),
        enricher,
        enrichment);
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

  /** Whether what it follows is there still. */
  boolean isThere() {
    return streams.list().stream().anyMatch(it -> it.id().equals(stream))
        && streams.stream(stream.name()).groups().stream().anyMatch(it -> it.id().equals(group));
  }

  /** How many events it has not finished on the shards that this node owns. */
  long lag() {
    Set<ShardId> owned =
        streams.owned().stream()
            .filter(shard -> shard.stream().equals(stream))
            .collect(Collectors.toSet());
    return streams.stream(stream.name()).group(group.name()).status(owned).values().stream()
        .mapToLong(ShardGroupStatus::unfollowed)
        .sum();
  }

  /** Why a shard has stopped, or waits. */
  Optional<String> trouble() {
    return enrichment.troubles().entrySet().stream()
        .findFirst()
        .map(trouble -> "shard " + trouble.getKey() + ": " + trouble.getValue());
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

  private static long sum(
      Collection<EnrichmentStatus> shards, ToLongFunction<EnrichmentStatus> number) {
    return shards.stream().mapToLong(number).sum();
  }
}
