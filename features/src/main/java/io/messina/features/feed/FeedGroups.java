package io.messina.features.feed;

import io.messina.api.GroupName;
import io.messina.api.feature.FeedDefinition;
import io.messina.features.catalog.FeatureView;
import io.messina.runtime.RequestException;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The groups of feeds: each creation of a feed has one of its own, and so begins at the beginning.
 * Any node deletes the groups of deleted creations that it finds, so that none is left over if a
 * deletion was cut short.
 *
 * @param site what feeds work with
 */
record FeedGroups(FeedSite site) {

  private static final Pattern NAME = Pattern.compile("features\\.(.+)\\.([1-9][0-9]{0,8})");

  static GroupName name(FeedDefinition feed) {
    return new GroupName("features." + feed.name() + "." + feed.generation());
  }

  /** Whether there are no events, on any shard, that a feed has not handled. */
  boolean isDrained(FeedDefinition feed) {
    try {
      Stream stream = site.streams().stream(feed.options().stream());
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
    FeatureView view = site.catalog().view();
    site.streams().deleteGroups(group -> isOver(group, view));
  }

  /** A group with such a name may belong to a user if there was never a feed of that name. */
  private static boolean isOver(CatalogGroup group, FeatureView view) {
    Matcher matcher = NAME.matcher(group.id().name().value());
    return matcher.matches()
        && view.isFeedOver(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }
}
