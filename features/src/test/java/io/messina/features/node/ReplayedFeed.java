package io.messina.features.node;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.PAGES;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ListItem;
import io.messina.features.FeatureRef;
import io.messina.runtime.Context;
import io.messina.stream.EventAddress;
import io.messina.stream.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One of three feeds of a stream: pages and links into one list, and pages into a scalar. */
final class ReplayedFeed {

  private static final List<String> VALUES = List.of("/page", "/link", "/page");
  private static final int SCALAR = 2;

  private final int number;
  private final Context context;
  private final FedFeatures features;
  private final StreamId id;
  private final ReplayedStream stream;
  private final FeedTally tally = new FeedTally();
  private final List<FeedHandler> nodes = new ArrayList<>();
  private final int[] committed = new int[ReplayedStream.SHARDS];

  /** What was fed, and how long it was to live then. */
  private final Map<EventAddress, Optional<Duration>> fed = new HashMap<>();

  ReplayedFeed(
      int number, Context context, FedFeatures features, StreamId id, ReplayedStream stream) {
    this.number = number;
    this.context = context;
    this.features = features;
    this.id = id;
    this.stream = stream;
    for (int node = 0; node < ReplayWorld.NODES; node++) {
      nodes.add(begun());
    }
  }

  boolean isOfScalar() {
    return number == SCALAR;
  }

  /** The item that an event says, if it says one to this feed. */
  Optional<ListItem> item(ReplayedStream.Told told, Instant time) {
    Optional<String> value =
        number == 0 ? Optional.of(told.said().page()) : told.said().link().filter(_ -> number == 1);
    return value.map(text -> new ListItem(FeatureValue.text(text), time));
  }

  /** The next events of a shard. */
  List<ReplayedStream.Told> next(int shard, int most) {
    List<ReplayedStream.Told> all = stream.shard(shard);
    int from = committed[shard];
    return List.copyOf(all.subList(from, Math.min(all.size(), from + most)));
  }

  void handle(int node, List<ReplayedStream.Told> batch) {
    nodes.get(node).handle(batch.stream().map(ReplayedStream.Told::event).toList());
  }

  void commit(int shard, List<ReplayedStream.Told> batch) {
    committed[shard] += batch.size();
  }

  void seek(int shard, int thousandths) {
    committed[shard] = stream.shard(shard).size() * thousandths / 1_000;
  }

  void restart(int node) {
    nodes.set(node, begun());
  }

  void anew() {
    for (int shard = 0; shard < ReplayedStream.SHARDS; shard++) {
      seek(shard, 0);
    }
    for (int node = 0; node < ReplayWorld.NODES; node++) {
      restart(node);
    }
  }

  /** How many events were not passed over. */
  long written() {
    FeedCounts counts = tally.read();
    return counts.fed() + counts.expired() + counts.skipped();
  }

  boolean isFed(ReplayedStream.Told told) {
    return fed.containsKey(told.event().id());
  }

  /** An event was fed; how long it was to live when it was for the first time. */
  Optional<Duration> fed(ReplayedStream.Told told, Optional<Duration> ttl) {
    EventAddress event = told.event().id();
    fed.putIfAbsent(event, ttl);
    return fed.getOrDefault(event, ttl);
  }

  private FeedHandler begun() {
    FeatureRef feature = isOfScalar() ? AGE : PAGES;
    FeedOptions options =
        FeedOptions.list(id.name(), feature.name().name(), "/user", VALUES.get(number))
            .time(isOfScalar() ? "/at" : "/time");
    FeedDefinition feed = new FeedDefinition(new FeedName("feed" + number), 1, options, "tag");
    FeedProgress progress = new FeedProgress(context, options, id, stream::isAnyBetween);
    return new FeedHandler(features, feed, progress, tally);
  }
}
