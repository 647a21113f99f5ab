package io.messina.aggregate.configured;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.Origins;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.field.EventFields;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.node.Aggregate;
import io.messina.aggregate.node.AggregateJob;
import io.messina.aggregate.node.AggregateStatus;
import io.messina.aggregate.node.SkippedEvents;
import io.messina.aggregate.rekey.MemberEvents;
import io.messina.aggregate.rekey.MemberSender;
import io.messina.aggregate.rekey.RekeyJob;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateTotals;
import io.messina.runtime.job.RunningJob;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.follow.ShardAnswers;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * An aggregate by configuration at work on this node.
 *
 * @param counted the group whose events it counts
 * @param aggregator adds events to windows
 * @param aggregate follows the stream
 * @param sent sends members to the shards where they are counted; empty where it is counted as it
 *     comes
 * @param keyed whose places rest on the key of the stream, if they do
 * @param unfit events that it skips, by their fields
 */
record RunningAggregate(
    Group counted,
    Aggregator aggregator,
    Aggregate aggregate,
    Optional<Sent> sent,
    Optional<KeyedMembers> keyed,
    UnfitReasons unfit)
    implements RunningJob {

  /**
   * Members on their way to the shards that count them.
   *
   * @param from their source
   */
  record Sent(Group from, MemberSender sender) {}

  static RunningAggregate start(AggregateSite site, AggregateDefinition definition) {
    AggregateOptions options = definition.options();
    Stream stream = site.streams().stream(options.stream());
    Optional<String> placedBy = Rekeying.placedBy(options, stream.definition().options().key());
    EventFields fields = new EventFields(options.fields(), placedBy);
    UnfitReasons unfit = new UnfitReasons(options, fields, deadLetters(site, definition, fields));
    if (Rekeying.isWanted(options)) {
      return startRekeyed(site, definition, unfit, stream);
    }
    Optional<KeyedMembers> keyed = placedBy.map(any -> new KeyedMembers(fields));
    AggregateJob job =
        new AggregateJob(
            site.aggregators().of(options, fields),
            ConfiguredAggregators.windows(options.windows()),
            definition.generation(),
            unfit,
            keyed.<Origins>map(members -> members).orElse(Origins.OWN));
    return start(site, definition, stream, job, keyed, unfit);
  }

  private static RunningAggregate startRekeyed(
      AggregateSite site, AggregateDefinition definition, UnfitReasons unfit, Stream source) {
    AggregateOptions options = definition.options();
    WindowOptions windows = ConfiguredAggregators.windows(options.windows());
    CatalogStream from = source.definition();
    Group group =
        source.createGroup(group(definition), Start.earliest(), GroupOptions.DEFAULT).value();
    Stream members =
        site.streams()
            .create(Rekeying.members(definition, from.id()), Rekeying.members(from.options()))
            .value();
    AggregateJob job =
        new AggregateJob(
            Kinds.uniqueBytes(MemberEvents::group, MemberEvents::member),
            windows,
            definition.generation(),
            SkippedEvents.COUNTED,
            new MemberEvents(from.options().shards()));
    RekeyJob rekeying =
        new RekeyJob(
            "aggregate/" + id(definition),
            unfit.fields()::group,
            Rekeying.member(options.form().members(), unfit.fields()),
            windows,
            unfit);
    RunningAggregate counting = start(site, definition, members, job, Optional.empty(), unfit);
    try {
      return counting.of(
          new Sent(group, MemberSender.start(site.context(), group, rekeying, members)));
    } catch (RuntimeException e) {
      counting.close();
      throw e;
    }
  }

  private RunningAggregate of(Sent members) {
    return new RunningAggregate(counted, aggregator, aggregate, Optional.of(members), keyed, unfit);
  }

  private static RunningAggregate start(
      AggregateSite site,
      AggregateDefinition definition,
      Stream counted,
      AggregateJob job,
      Optional<KeyedMembers> keyed,
      UnfitReasons unfit) {
    Aggregate aggregate =
        Aggregate.start(
            site.context(),
            site.streams(),
            counted.definition().id().name(),
            definition.name().value(),
            job,
            site.settings());
    return new RunningAggregate(
        counted.group(group(definition)),
        job.aggregator(),
        aggregate,
        Optional.empty(),
        keyed,
        unfit);
  }

  private static GroupName group(AggregateDefinition definition) {
    return Aggregate.group(definition.name().value(), definition.generation());
  }

  private static String id(AggregateDefinition definition) {
    return definition.name() + "~" + definition.generation();
  }

  private static SkippedEvents deadLetters(
      AggregateSite site, AggregateDefinition definition, EventFields fields) {
    return definition
        .options()
        .fields()
        .deadLetters()
        .<SkippedEvents>map(
            target -> new UnfitEvents(site.streams(), target, id(definition), fields))
        .orElse(SkippedEvents.COUNTED);
  }

  @Override
  public boolean isThere() {
    return counted.isThere() && sent.stream().allMatch(it -> it.from().isThere());
  }

  /** Empty while the state of a shard is being opened. */
  @Override
  public Optional<Long> lag() {
    ShardAnswers<AggregateStatus.OfShard> shards = shards();
    return shards.sum(shard -> shard.next().isEmpty() ? 1 : 0) > 0
        ? Optional.empty()
        : Optional.of(shards.sum(AggregateStatus.OfShard::lag) + sumSent(MemberSender.Status::lag));
  }

  /** The reason why a shard makes no progress, or may count members twice. */
  @Override
  public Optional<String> trouble() {
    return sent.flatMap(it -> it.sender().status().first(MemberSender.Status::trouble))
        .or(() -> shards().first(AggregateStatus.OfShard::trouble))
        .or(() -> keyed.flatMap(KeyedMembers::trouble));
  }

  AggregateTotals totals() {
    ShardAnswers<AggregateStatus.OfShard> shards = shards();
    return new AggregateTotals(
        shards.sum(shard -> shard.events().added()),
        shards.sum(shard -> shard.events().late()),
        shards.sum(shard -> shard.events().ahead()) + sumSent(MemberSender.Status::ahead),
        shards.sum(shard -> shard.events().skipped()) + sumSent(MemberSender.Status::skipped),
        new AggregateTotals.Snapshots(
            shards.sum(shard -> shard.snapshots().published()),
            shards.sum(shard -> shard.snapshots().failed()),
            shards.sum(shard -> shard.snapshots().uploadedBytes())),
        new AggregateTotals.Recovery(
            shards.sum(shard -> shard.events().windowsDropped()),
            shards.sum(shard -> shard.events().gaps()) + sumSent(MemberSender.Status::gaps),
            shards.sum(shard -> shard.recovery().quarantined()),
            shards.sum(shard -> shard.recovery().restored())));
  }

  private ShardAnswers<AggregateStatus.OfShard> shards() {
    return aggregate.status().answers();
  }

  private long sumSent(ToLongFunction<MemberSender.Status> number) {
    return sent.map(it -> it.sender().status().sum(number)).orElse(0L);
  }

  /** Ends it here, once all that was read is safe. */
  @Override
  public void close() {
    sent.ifPresent(it -> it.sender().close());
    aggregate.close();
  }
}
