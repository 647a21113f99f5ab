package io.messina.flink.enrichment;

import org.jspecify.annotations.Nullable;

/**
 * An event that is not finished, with its Flink metadata.
 *
 * @param <K> a key
 * @param <E> an event
 */
final class UnfinishedEvent<K, E> {

  final K key;
  final E event;
  final @Nullable Long timestampMillis;

  /** The number of events that had come with it. */
  final long arrival;

  /** Its dead letter has been put out. */
  boolean setAside;

  UnfinishedEvent(K key, E event, @Nullable Long timestampMillis, long arrival) {
    this.key = key;
    this.event = event;
    this.timestampMillis = timestampMillis;
    this.arrival = arrival;
  }

  /** Returns the same with another event in its place, such as a combination of several. */
  UnfinishedEvent<K, E> with(E other) {
    return new UnfinishedEvent<>(key, other, timestampMillis, arrival);
  }
}
