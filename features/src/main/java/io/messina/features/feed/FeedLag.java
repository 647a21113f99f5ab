package io.messina.features.feed;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How far a feed is behind the end of its stream.
 *
 * @param events how many events it has not handled, those that have expired meanwhile among them
 * @param oldest when the oldest of them was appended, or, if that is not known, the last one that
 *     it has handled; empty if there are none, or neither is known
 */
public record FeedLag(long events, Optional<Instant> oldest) {

  /** Nothing. */
  static final FeedLag NONE = new FeedLag(0, Optional.empty());

  /** Two parts of a stream together. */
  FeedLag plus(FeedLag other) {
    return new FeedLag(
        events + other.events,
        Stream.concat(oldest.stream(), other.oldest.stream()).min(Comparator.naturalOrder()));
  }
}
