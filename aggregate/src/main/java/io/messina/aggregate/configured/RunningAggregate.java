package io.messina.aggregate.configured;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.field.EventFields;
import io.messina.aggregate.node.Aggregate;
import io.messina.aggregate.node.AggregateJob;
import io.messina.aggregate.node.AggregateStatus;
import io.messina.aggregate.node.SkippedEvents;
import io.messina.api.GroupName;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateTotals;
import io.messina.stream.GroupId;
import io.messina.stream.StreamId;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.util.Collection;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * An aggregate by configuration at work on this node.
 *
 * @param streams of this node
 * @param stream the creation of the stream that it follows
 * @param group the creation of its group there
 * @param aggregator what it makes of events
 * @param aggregate what follows
 */
record RunningAggregate(
    Streams streams, StreamId stream, GroupId group, Aggregator aggregator, Aggregate aggregate) {

  static RunningAggregate start(AggregateSite site, AggregateDefinition definition) {
    String name = definition.name().value();
    EventFields fields = new EventFields(definition.options().fields());
    Aggregator aggregator = site.aggregators().of(definition.options(), fields);
    AggregateJob job =
        new AggregateJob(
            aggregator,
            ConfiguredAggregators.windows(definition.options().windows()),
            definition.generation(),
            skipped(site, definition, fields));
    Stream stream = site.streams().stream(definition.options().stream());
    Aggregate aggregate =
        Aggregate.start(
            site.context(),
            site.streams(),
            definition.options().stream(),
            name,
            job,
            site.settings());
    GroupName group = Aggregate.group(name, definition.generation());
    return new RunningAggregate(
        site.streams(),
        stream.definition().id(),
        stream.group(group).definition().id(),
        aggregator,
        aggregate);
  }

  private static SkippedEvents skipped(
      AggregateSite site, AggregateDefinition definition, EventFields fields) {
    String id = definition.name() + "~" + definition.generation();
    return definition
        .options()
        .fields()
        .deadLetters()
        .<SkippedEvents>map(target -> new UnfitEvents(site.streams(), target, id, fields))
        .orElse(SkippedEvents.COUNTED);
  }

  /** Whether what it follows is there still. */
  boolean isThere() {
    return streams.list().stream().anyMatch(it -> it.id().equals(stream))
        && streams.stream(stream.name()).groups().stream().anyMatch(it -> it.id().equals(group));
  }

  /** How many events it has not read on the shards that this node owns. */
  long lag() {
    return sum(shards(), AggregateStatus.OfShard::lag);
  }

  /** Why a shard stands still. */
  Optional<String> trouble() {
    return aggregate.status().shards().entrySet().stream()
        .flatMap(
            shard ->
                shard
                    .getValue()
                    .trouble()
                    .map(why -> "shard " + shard.getKey() + ": " + why)
                    .stream())
        .findFirst();
  }

  AggregateTotals totals() {
    Collection<AggregateStatus.OfShard> shards = shards();
    return new AggregateTotals(
        sum(shards, shard -> shard.events().added()),
        sum(shards, shard -> shard.events().late()),
        sum(shards, shard -> shard.events().ahead()),
        sum(shards, shard -> shard.events().skipped()),
        new AggregateTotals.Snapshots(
            sum(shards, shard -> shard.snapshots().published()),
            sum(shards, shard -> shard.snapshots().failed()),
            sum(shards, shard -> shard.snapshots().uploadedBytes())),
        new AggregateTotals.Recovery(
            sum(shards, shard -> shard.events().windowsDropped()),
            sum(shards, shard -> shard.events().gaps()),
            sum(shards, shard -> shard.recovery().quarantined()),
            sum(shards, shard -> shard.recovery().restored())));
  }

  private Collection<AggregateStatus.OfShard> shards() {
    return aggregate.status().shards().values();
  }

  private static long sum(
      Collection<AggregateStatus.OfShard> shards, ToLongFunction<AggregateStatus.OfShard> number) {
    return shards.stream().mapToLong(number).sum();
  }
}
