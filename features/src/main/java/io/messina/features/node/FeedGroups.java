package io.messina.features.node;

import io.messina.api.GroupName;
import io.messina.api.feature.FeedDefinition;
import io.messina.features.FeatureCatalog;
import io.messina.runtime.RequestException;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The groups of feeds: each creation of a feed has a separate one, and so begins at the oldest
 * event. Any node deletes the groups of deleted creations that it finds, so that none is left over
 * if a deletion was cut short.
 *
 * @param streams that feeds follow
 * @param catalog defines the feeds
 */
record FeedGroups(Streams streams, FeatureCatalog catalog) {

  private static final String KIND = "features";

  static GroupName name(FeedDefinition feed) {
    return new GroupName(KIND + "." + feed.name() + "." + feed.generation());
  }

  /** Whether there are no events, on any shard, that a feed has not handled. */
  boolean isDrained(FeedDefinition feed) {
    try {
      Stream stream = streams.stream(feed.options().stream());
      Map<Integer, ShardGroupStatus> shards = stream.group(name(feed)).status();
      return shards.size() == stream.definition().options().shards()
          && shards.entrySet().stream()
              .allMatch(shard -> isDrained(stream, shard.getKey(), shard.getValue()));
    } catch (RequestException.NotFound _) {
      return false;
    }
  }

  private static boolean isDrained(Stream stream, int shard, ShardGroupStatus status) {
    // Between the two there may be places without events.
    return status.followed().compareTo(status.end()) >= 0
        || stream.read(shard, Optional.of(status.followed()), 1, Duration.ZERO).events().isEmpty();
  }

  /** Deletes the groups of all creations that are known to be deleted; the marks stay. */
  void deleteThoseOfNoFeed() {
    streams.deleteGroups(KIND, catalog.view().feeds()::isOver);
  }
}
