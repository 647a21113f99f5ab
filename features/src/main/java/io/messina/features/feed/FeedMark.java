package io.messina.features.feed;

import io.messina.store.PlainBatch;
import io.messina.store.RowKey;
import io.messina.stream.Position;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.time.Instant;

/**
 * How far a feed has ever come in a shard. The store remembers removals for some time only: an
 * event older than that, fed a second time, could bring back what was removed. Such events stand
 * below the mark and are passed over. The mark is written once a minute, so it lags; what is
 * between is younger than removals are remembered.
 *
 * <p>For use by one thread.
 */
final class FeedMark {

  private static final Duration PACE = Duration.ofMinutes(1);

  private final FeedSite site;
  private final RowKey key;
  private Position stored;
  private Instant written = Instant.EPOCH;

  private FeedMark(FeedSite site, RowKey key, Position stored) {
    this.site = site;
    this.key = key;
    this.stored = stored;
  }

  static FeedMark read(FeedSite site, RowKey key) {
    Position stored = site.store().get(key).map(FeedMarkTable::position).orElse(Position.START);
    return new FeedMark(site, key, stored);
  }

  /** Whether an event must not be fed again. */
  boolean isPast(StoredEvent event) {
    Instant forgotten =
        site.time().wall().instant().minus(site.store().limits().deleteMemory()).plus(PACE);
    return event.appendTime().isBefore(forgotten) && event.id().position().compareTo(stored) <= 0;
  }

  /** Everything up to an event is fed. */
  void advance(Position position) {
    Instant now = site.time().wall().instant();
    if (position.compareTo(stored) > 0 && !now.isBefore(written.plus(PACE))) {
      site.store()
          .write(
              PlainBatch.in(key.partition(), site.timestamps().next())
                  .put(FeedMarkTable.row(key, position))
                  .build());
      stored = position;
      written = now;
    }
  }
}
