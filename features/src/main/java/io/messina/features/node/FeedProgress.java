package io.messina.features.node;

import io.messina.api.Position;
import io.messina.api.feature.FeedOptions;
import io.messina.runtime.Context;
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
 * The events of a stream that were fed to a feature by feeds that take the same parts of its
 * events. The store remembers removals for a limited time: an older event that is fed a second time
 * could bring a removed item back. So fed events are marked before the group commits its position,
 * and are passed over when they come again, at any age. An event that is not written again has the
 * same result in every store.
 *
 * <p>For use by one thread for each shard.
 */
final class FeedProgress {

  /** The difference that the two clocks may have that tell the age of an event and of a removal. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final Context context;
  private final String reading;
  private final StreamId stream;
  private final ShardGaps gaps;

  /** The marks that were read or written last; others may have fed more since. */
  private final Map<FeedMarks, Stretches> known = new ConcurrentHashMap<>();

  /** Whether a shard has events that were left out. */
  @FunctionalInterface
  interface ShardGaps {

    /** Whether any event that still exists is between two others. */
    boolean isAnyBetween(int shard, Position last, Position first);
  }

  FeedProgress(Context context, FeedOptions feed, StreamId stream, ShardGaps gaps) {
    this.context = context;
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
   * Whether the store need not be asked, because all was fed, or because they follow directly on
   * events that this node has fed. Events that another node has fed in the meantime are then fed
   * again, unless the store may have forgotten the removal of their items.
   */
  private boolean isEnough(Stretches fed, List<StoredEvent> events) {
    Position first = events.getFirst().id().position();
    return fed.contains(first, events.getLast().id().position())
        || (fed.endsBefore(first) && !isOld(events.getFirst()));
  }

  private boolean isOld(StoredEvent event) {
    Instant forgotten =
        context.time().wall().instant().minus(context.store().limits().deleteMemory()).plus(MARGIN);
    return event.appendTime().isBefore(forgotten);
  }

  private FeedMarks marks(String featureKey, List<StoredEvent> events) {
    ShardId shard = new ShardId(stream, events.getFirst().id().shard());
    return new FeedMarks(context.store(), FeedMarkTable.partition(featureKey, shard, reading));
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
