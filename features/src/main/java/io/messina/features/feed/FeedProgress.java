package io.messina.features.feed;

import io.messina.features.FeedDefinition;
import io.messina.stream.Position;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a feed has fed. The store remembers removals for some time only: an event older than that,
 * fed a second time, could bring back what was removed. So what was fed is marked before the group
 * goes on, and what is both marked and old is passed over.
 *
 * <p>For use by one thread for each shard.
 */
final class FeedProgress {

  /** By how much clocks may differ that say how old an event and a removal are. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final FeedSite site;
  private final String feed;
  private final StreamId stream;
  private final ShardGaps gaps;

  /** What was written last; nobody relies on its being the newest. */
  private final Map<FeedMarks, Stretch> growing = new ConcurrentHashMap<>();

  /** Whether a shard has events that were left out. */
  @FunctionalInterface
  interface ShardGaps {

    /** Whether any event that is still there stands between two. */
    boolean isAnyBetween(int shard, Position last, Position first);
  }

  FeedProgress(FeedSite site, FeedDefinition feed, StreamId stream, ShardGaps gaps) {
    this.site = site;
    this.feed = creation(feed.name().value(), feed.generation());
    this.stream = stream;
    this.gaps = gaps;
  }

  /** What marks of a feed's creation are kept under. */
  static String creation(String feed, int generation) {
    return feed + "~" + generation;
  }

  /** Those events of a batch that can be fed; the others were fed before. */
  List<StoredEvent> safe(String featureKey, List<StoredEvent> events) {
    Instant forgotten =
        site.time().wall().instant().minus(site.store().limits().deleteMemory()).plus(MARGIN);
    if (events.stream().noneMatch(event -> event.appendTime().isBefore(forgotten))) {
      return events;
    }
    List<Stretch> fed = marks(featureKey, events).read();
    return events.stream()
        .filter(
            event ->
                !event.appendTime().isBefore(forgotten)
                    || fed.stream().noneMatch(it -> it.contains(event.id().position())))
        .toList();
  }

  /** All events of a batch are fed. */
  void done(String featureKey, List<StoredEvent> events) {
    FeedMarks marks = marks(featureKey, events);
    StoredEvent last = events.getLast();
    Position first = events.getFirst().id().position();
    int shard = last.id().shard();
    Stretch known = growing.get(marks);
    Stretch standing =
        known != null && known.reaches(first)
            ? known
            : marks.find(first, (from, to) -> gaps.isAnyBetween(shard, from, to));
    Stretch grown = standing.to(last.id().position());
    if (!grown.equals(known)) {
      marks.write(grown, last);
      growing.put(marks, grown);
    }
  }

  private FeedMarks marks(String featureKey, List<StoredEvent> events) {
    return new FeedMarks(
        site.store(),
        FeedMarkTable.partition(feed, stream + "/" + events.getFirst().id().shard()),
        featureKey);
  }
}
