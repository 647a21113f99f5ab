package io.messina.features.node;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.feature.FeedDefinition;
import io.messina.runtime.Context;
import io.messina.stream.Consumer;
import io.messina.stream.FollowOptions;
import io.messina.stream.ShardId;
import io.messina.stream.node.Group;
import io.messina.stream.node.GroupJob;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A running feed on this node: the consumer follows the group, and the tally counts. */
record RunningFeed(Group group, FeedTally tally, Consumer consumer) implements GroupJob {

  static RunningFeed start(
      Context context, Stream stream, FedFeatures features, FeedDefinition feed, FeedTally tally) {
    Group group =
        stream.createGroup(FeedGroups.name(feed), Start.earliest(), GroupOptions.DEFAULT).value();
    FeedProgress progress =
        new FeedProgress(
            context,
            feed.options(),
            stream.definition().id(),
            (shard, last, first) -> isAnyBetween(stream, shard, last, first));
    Consumer consumer =
        group.follow(new FeedHandler(features, feed, progress, tally), FollowOptions.DEFAULT);
    return new RunningFeed(group, tally, consumer);
  }

  @Override
  public Optional<String> trouble() {
    Set<Integer> owned = group.owned().stream().map(ShardId::number).collect(Collectors.toSet());
    return tally.trouble(owned::contains).or(group::standstill);
  }

  /**
   * When the oldest event was appended that it has not handled on the shards that this node owns,
   * or, if that is not known, the last one that it has handled; empty if there are none, or neither
   * is known.
   */
  Optional<Instant> oldestUnfed() {
    Map<Integer, ShardGroupStatus> shards = group.status(group.owned());
    tally.forgetOthers(shards.keySet());
    return shards.entrySet().stream()
        .filter(shard -> shard.getValue().unfollowed() > 0)
        .flatMap(
            shard ->
                shard
                    .getValue()
                    .oldestUnfollowed()
                    .or(() -> tally.reached(shard.getKey()))
                    .stream())
        .min(Comparator.naturalOrder());
  }

  @Override
  public void close() {
    consumer.close();
  }

  private static boolean isAnyBetween(Stream stream, int shard, Position last, Position first) {
    EventPage next = stream.read(shard, Optional.of(last.next()), 1, Duration.ZERO);
    return !next.events().isEmpty()
        && next.events().getFirst().id().position().compareTo(first) < 0;
  }
}
