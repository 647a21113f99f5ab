package io.messina.features.contents;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Times of items.
 *
 * @param from the first, in nanoseconds since 1970
 * @param below the first that is too late; empty if none is
 */
record Span(long from, Optional<Long> below) {

  static final Span ALL = new Span(0, Optional.empty());
  static final Span NONE = new Span(0, Optional.of(0L));

  /** All times after one, up to which items have expired. */
  static Span since(Instant over) {
    if (!over.isBefore(ItemTime.MAX)) {
      return NONE;
    }
    return new Span(ItemTime.clamped(over.plusNanos(1)), Optional.empty());
  }

  /** Those times of this span, which has no end, that are from one on and below another one. */
  Span within(Optional<Instant> minTime, Optional<Instant> maxTime) {
    if (isEmpty() || minTime.filter(time -> time.isAfter(ItemTime.MAX)).isPresent()) {
      return NONE;
    }
    long first = Math.max(from, minTime.map(ItemTime::clamped).orElse(0L));
    return new Span(
        first, maxTime.filter(time -> !time.isAfter(ItemTime.MAX)).map(ItemTime::clamped));
  }

  /** With some time before it. */
  Span andBefore(Duration earlier) {
    return isEmpty() ? this : new Span(Math.max(0, from - earlier.toNanos()), below);
  }

  boolean isEmpty() {
    return below.isPresent() && below.get() <= from;
  }

  boolean contains(long nanos) {
    return nanos >= from && (below.isEmpty() || nanos < below.get());
  }

  /** The key with which its items begin, in the order of times. */
  String begin() {
    return ItemKey.itemsFrom(from);
  }

  /** The key above all of its items. */
  String end() {
    return below.map(ItemKey::itemsFrom).orElse(ItemKey.ITEMS_END);
  }

  /** Above the index rows of a value. */
  String indexEnd(String digest) {
    return below
        .map(nanos -> ItemKey.indexFrom(digest, nanos))
        .orElseGet(() -> ItemKey.indexEnd(digest));
  }
}
