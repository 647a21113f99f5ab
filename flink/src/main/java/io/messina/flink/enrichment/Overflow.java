package io.messina.flink.enrichment;

import io.messina.flink.enrichment.PendingCodec.Kept;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ListState;

/**
 * Events that came while the core took none and only dead letters were waited for. A checkpoint
 * must come before these are durable, and its barrier is behind the events; so they are written to
 * keyed state, on the backend's disk, and are offered later in the order of their key.
 *
 * @param <K> a key
 * @param <E> an event
 */
final class Overflow<K, E> {

  private final ListState<byte[]> events;
  private final PendingCodec<E> codec;
  private final Consumer<K> selectKey;
  private final Set<K> keys = new LinkedHashSet<>();

  /** The number of events that had come with the oldest one in it. */
  private long arrival = Long.MAX_VALUE;

  private long count;

  /**
   * @param events keyed state, one event in each element
   * @param codec of elements
   * @param selectKey selects whose state it is
   */
  Overflow(ListState<byte[]> events, PendingCodec<E> codec, Consumer<K> selectKey) {
    this.events = events;
    this.codec = codec;
    this.selectKey = selectKey;
  }

  /**
   * Restores the content of a checkpoint.
   *
   * @param restored its keys
   * @param arrivals how many events count as having come before
   */
  void restore(Stream<K> restored, long arrivals) {
    restored.forEach(keys::add);
    if (!keys.isEmpty()) {
      arrival = arrivals;
    }
  }

  void add(UnfinishedEvent<K, E> pending) throws Exception {
    selectKey.accept(pending.key);
    events.add(codec.encode(List.of(pending)));
    keys.add(pending.key);
    arrival = Math.min(arrival, pending.arrival);
    count++;
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  /** Returns the number of events that have been put into it. */
  long count() {
    return count;
  }

  /**
   * Takes all events of a key. They count as having come with the oldest of all keys, so that no
   * watermark passes an event that came before it.
   */
  List<UnfinishedEvent<K, E>> takeKey() throws Exception {
    Iterator<K> first = keys.iterator();
    K key = first.next();
    first.remove();
    selectKey.accept(key);
    List<UnfinishedEvent<K, E>> taken = new ArrayList<>();
    for (byte[] each : events.get()) {
      for (Kept<E> kept : codec.decode(each)) {
        taken.add(new UnfinishedEvent<>(key, kept.event(), kept.timestampMillis(), arrival));
      }
    }
    events.clear();
    if (keys.isEmpty()) {
      arrival = Long.MAX_VALUE;
    }
    return taken;
  }
}
