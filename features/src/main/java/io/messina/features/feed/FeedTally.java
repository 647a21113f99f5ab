package io.messina.features.feed;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Counts what a feed does; safe for use by many threads. */
final class FeedTally {

  private final AtomicLong fed = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong passed = new AtomicLong();
  private final AtomicReference<Optional<String>> lastSkip =
      new AtomicReference<>(Optional.empty());

  void fed() {
    fed.incrementAndGet();
  }

  void passed() {
    passed.incrementAndGet();
  }

  void skipped(String why) {
    skipped.incrementAndGet();
    lastSkip.set(Optional.of(why));
  }

  FeedCounts read() {
    return new FeedCounts(fed.get(), skipped.get(), passed.get(), lastSkip.get());
  }
}
