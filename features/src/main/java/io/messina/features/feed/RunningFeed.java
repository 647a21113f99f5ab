package io.messina.features.feed;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.feature.FeedDefinition;
import io.messina.stream.Consumer;
import io.messina.stream.FollowOptions;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A feed at work on this node.
 *
 * @param stream the creation of the stream that it follows
 * @param group the creation of its group there
 * @param consumer what follows
 */
record RunningFeed(StreamId stream, GroupId group, Consumer consumer) {

  static RunningFeed start(FeedSite site, FeedDefinition feed, FeedTally tally) {
    Stream stream = site.streams().stream(feed.options().stream());
    StreamId id = stream.definition().id();
    Group group =
        stream.createGroup(FeedGroups.name(feed), Start.earliest(), GroupOptions.DEFAULT).value();
    FeedProgress progress =
        new FeedProgress(
            site,
            feed.options(),
            id,
            (shard, last, first) -> isAnyBetween(stream, shard, last, first));
    Consumer consumer =
        group.follow(new FeedHandler(site, feed, progress, tally), FollowOptions.DEFAULT);
    return new RunningFeed(id, group.definition().id(), consumer);
  }

  /** Whether what it follows is there still. */
  boolean isThere(FeedSite site) {
    return site.streams().list().stream().anyMatch(it -> it.id().equals(stream))
        && site.streams().stream(stream.name()).groups().stream()
            .anyMatch(it -> it.id().equals(group));
  }

  /** How far it is behind on the shards that this node owns, as far as is known in memory. */
  FeedLag lag(FeedSite site, FeedTally tally) {
    Map<Integer, ShardGroupStatus> shards =
        site.streams().stream(stream.name()).group(group.name()).status(shards(site));
    tally.forgetOthers(shards.keySet());
    return shards.entrySet().stream()
        .map(shard -> lag(shard.getValue(), tally.reached(shard.getKey())))
        .reduce(FeedLag.NONE, FeedLag::plus);
  }

  private static FeedLag lag(ShardGroupStatus shard, Optional<Instant> reached) {
    return shard.unfollowed() == 0
        ? FeedLag.NONE
        : new FeedLag(shard.unfollowed(), shard.oldestUnfollowed().or(() -> reached));
  }

  /** The numbers of the shards that this node owns. */
  Set<Integer> owned(FeedSite site) {
    return shards(site).stream().map(ShardId::number).collect(Collectors.toSet());
  }

  private Set<ShardId> shards(FeedSite site) {
    return site.streams().owned().stream()
        .filter(shard -> shard.stream().equals(stream))
        .collect(Collectors.toSet());
  }

  void close() {
    consumer.close();
  }

  private static boolean isAnyBetween(Stream stream, int shard, Position last, Position first) {
    EventPage next = stream.read(shard, Optional.of(last.next()), 1, Duration.ZERO);
    return !next.events().isEmpty()
        && next.events().getFirst().id().position().compareTo(first) < 0;
  }
}
