package io.messina.features.feed;

import io.messina.api.Position;
import io.messina.api.feature.FeedOptions;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was fed of a stream to a feature by feeds that take the same parts of its events. The store
 * remembers removals for some time only: an event older than that, fed a second time, could bring
 * back what was removed. So what was fed is marked before the group goes on, and is passed over
 * when it comes again, however old it is: what is not written again is the same in every store.
 *
 * <p>For use by one thread for each shard.
 */
final class FeedProgress {

  /** By how much the clocks may differ that tell the age of an event and of a removal. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final FeedSite site;
  private final String reading;
  private final StreamId stream;
  private final ShardGaps gaps;

  /** What was read or written last; others may have fed more since. */
  private final Map<FeedMarks, Stretches> known = new ConcurrentHashMap<>();

  /** Whether a shard has events that were left out. */
  @FunctionalInterface
  interface ShardGaps {

    /** Whether any event that still exists is between two others. */
    boolean isAnyBetween(int shard, Position last, Position first);
  }

  FeedProgress(FeedSite site, FeedOptions feed, StreamId stream, ShardGaps gaps) {
    this.site = site;
    this.reading = reading(feed);
    this.stream = stream;
    this.gaps = gaps;
  }

  /** Those events of a batch that were not fed yet. */
  List<StoredEvent> unfed(String featureKey, List<StoredEvent> events) {
    FeedMarks marks = marks(featureKey, events);
    Stretches fed = known.getOrDefault(marks, Stretches.NONE);
    if (!isEnough(fed, events)) {
      fed = marks.read();
      known.put(marks, fed);
    }
    Stretches all = fed;
    return events.stream().filter(event -> !all.contains(event.id().position())).toList();
  }

  /** Marks all events of a batch as fed. */
  void done(String featureKey, List<StoredEvent> events) {
    FeedMarks marks = marks(featureKey, events);
    Stretches fed = known.getOrDefault(marks, Stretches.NONE);
    StoredEvent last = events.getLast();
    int shard = last.id().shard();
    Stretch grown =
        fed.grown(
            events.getFirst().id().position(),
            last.id().position(),
            (from, to) -> gaps.isAnyBetween(shard, from, to));
    if (!fed.all().contains(grown)) {
      marks.write(grown, fed.swallowedBy(grown), last);
      known.put(marks, fed.with(grown));
    }
  }

  /**
   * Whether the store need not be asked, because all was fed, or the events follow directly on what
   * this node has fed. What another node has fed in the meantime is then fed again, unless its
   * removal may be forgotten.
   */
  private boolean isEnough(Stretches fed, List<StoredEvent> events) {
    Position first = events.getFirst().id().position();
    return fed.contains(first, events.getLast().id().position())
        || (fed.endsBefore(first) && !isOld(events.getFirst()));
  }

  private boolean isOld(StoredEvent event) {
    Instant forgotten =
        site.context()
            .time()
            .wall()
            .instant()
            .minus(site.context().store().limits().deleteMemory())
            .plus(MARGIN);
    return event.appendTime().isBefore(forgotten);
  }

  private FeedMarks marks(String featureKey, List<StoredEvent> events) {
    ShardId shard = new ShardId(stream, events.getFirst().id().shard());
    return new FeedMarks(
        site.context().store(), FeedMarkTable.partition(featureKey, shard, reading));
  }

  /** Equal for feeds that take the same parts of every event; a digest, as pointers may be long. */
  private static String reading(FeedOptions feed) {
    String text =
        counted(feed.entity())
            + counted(feed.value())
            + feed.time().map(FeedProgress::counted).orElse("-");
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      return Base64.getEncoder().encodeToString(md5.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  private static String counted(String pointer) {
    return pointer.length() + pointer;
  }
}
