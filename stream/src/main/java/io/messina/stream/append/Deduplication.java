package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.stream.append.PendingAppend.Batch;
import io.messina.stream.append.PendingAppend.Item;
import io.messina.stream.append.PendingAppend.Outcome;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a shard's owner remembers of earlier appends, and which append holds which keys and numbers.
 * An append holds all that are new to the shard, or none of them if another append holds any, so
 * that no two appends wait for each other.
 *
 * <p>Keys of producers are remembered for the stream's deduplication time, but in memory at most
 * for {@link IdempotencyWindow#LENGTH_DEFAULT}; Messina's own always for that time. To be used
 * while it is {@linkplain #hold held}.
 */
final class Deduplication {

  private final Mutex lock = new Mutex();
  private final Duration deduplicate;
  private final IdempotencyWindow producers;
  private final IdempotencyWindow internal = window(IdempotencyWindow.LENGTH_DEFAULT);
  private final Map<Long, Item> holders = new HashMap<>();
  private final Sources sources = new Sources();
  private long toldBytes;

  /** Restored from the fenced state, without the log. */
  Deduplication(SavedState saved, Duration deduplicate) {
    this.deduplicate = deduplicate;
    this.producers = window(isLong() ? IdempotencyWindow.LENGTH_DEFAULT : deduplicate);
    Map<String, SourceMark> marks = new HashMap<>();
    saved
        .section(Section.SOURCES)
        .forEach((source, mark) -> marks.put(source, SourceMark.decode(mark)));
    sources.restore(marks);
  }

  /** Keeps all others from it until the block ends. */
  Mutex.Held hold() {
    return lock.hold();
  }

  /** Whether keys are remembered for longer than in memory. */
  boolean isLong() {
    return deduplicate.compareTo(IdempotencyWindow.LENGTH_DEFAULT) > 0;
  }

  /** Whether this stream deduplicates events by this key. */
  boolean heeds(String key) {
    return !deduplicate.isZero() || InternalKeys.isInternal(key);
  }

  Sources sources() {
    return sources;
  }

  /** The event of a key in memory. */
  Optional<IdempotencyWindow.Known> find(String key, long nowMicros) {
    return windowOf(key).find(EventDigest.key(key), nowMicros);
  }

  /** Whether an append holds a key. */
  boolean isHeld(String key) {
    return holders.containsKey(EventDigest.key(key));
  }

  /** Adds the key of an event of the log, in the log's order. */
  void remember(String key, int body, Position position, long appendMicros) {
    windowOf(key).remember(EventDigest.key(key), body, position, appendMicros);
  }

  /** By how many bytes its memory has grown since the last call; negative if it has shrunk. */
  long takeGrowth() {
    long bytes = producers.memoryBytes() + internal.memoryBytes();
    long growth = bytes - toldBytes;
    toldBytes = bytes;
    return growth;
  }

  /** Frees the memory of keys. Returns whether they must be read again before the next look-up. */
  boolean giveBack(long nowMicros) {
    boolean isLess = producers.giveBack(nowMicros);
    return internal.giveBack(nowMicros) || isLess;
  }

  /**
   * Holds the keys of an append that are new.
   *
   * @return the append that it has to wait for, in which case it holds nothing
   * @throws RequestException.Refused if a key has another event; it may still hold some
   */
  Optional<PendingAppend> holdKeys(PendingAppend append, long nowMicros) {
    append.items.forEach(Item::reset);
    for (Item item : append.items) {
      if (item.key.isPresent()) {
        Item holder = holders.get(item.hash);
        if (holder != null && holder.append != append) {
          release(append);
          return Optional.of(holder.append);
        }
        hold(item, Optional.ofNullable(holder), nowMicros);
      }
    }
    return Optional.empty();
  }

  private void hold(Item item, Optional<Item> twin, long nowMicros) {
    if (twin.isPresent()) {
      item.repeat(twin.get().body);
      item.twin = twin;
      return;
    }
    find(item.key.orElseThrow(), nowMicros)
        .ifPresentOrElse(
            known -> {
              item.repeat(known.body());
              item.repeats = Optional.of(known.position());
            },
            () -> {
              holders.put(item.hash, item);
              item.held = true;
            });
  }

  /**
   * Applies the row that was read for a held key.
   *
   * @throws RequestException.Refused if it is of another event
   */
  void repeat(Item item, KeyTable.Kept kept) {
    item.repeat(kept.body());
    item.id = Optional.of(kept.id());
    release(item);
  }

  /**
   * Holds the batches of an append that are new.
   *
   * @return the append that it has to wait for, in which case it holds nothing
   * @throws RequestException.Overloaded if there is no room for a source; it may still hold
   *     something
   */
  Optional<PendingAppend> holdBatches(PendingAppend append, long nowMicros) {
    for (Batch batch : append.batches) {
      switch (sources.see(batch.number, append, nowMicros)) {
        case NEW -> {
          batch.held = true;
          batch.stored = Math.min(sources.storedOf(batch.number), batch.items.size());
          batch.skip(batch.stored, Outcome.REPEAT);
        }
        case REPEAT -> batch.skip(batch.items.size(), Outcome.REPEAT);
        case UNCHECKED -> batch.skip(batch.items.size(), Outcome.UNCHECKED);
        case UNDER_WAY -> {
          release(append);
          return Optional.of(sources.holder(batch.number));
        }
        case TOO_MANY_SOURCES ->
            throw new RequestException.Overloaded(
                "source: %s (expected: one of the %d that the shard knows, of which each had a batch within %s)"
                    .formatted(batch.number.source(), Sources.SOURCES_MAX, Sources.SILENCE_MIN));
      }
    }
    return Optional.empty();
  }

  /** Releases all that an append holds: nothing of it was appended. */
  void release(PendingAppend append) {
    append.items.forEach(this::release);
    append.batches.forEach(this::release);
  }

  /** Releases what a part of an append holds that was not appended. */
  void release(List<Item> stretch) {
    stretch.forEach(this::release);
    stretch.getFirst().batch.ifPresent(this::release);
  }

  /** Remembers what an append holds: all of it is appended. */
  void settle(PendingAppend append) {
    for (Item item : append.holders()) {
      release(item);
      Position position = item.id.orElseThrow().position();
      remember(item.key.orElseThrow(), item.body, position, item.appendMicros);
    }
    for (Batch batch : append.batches) {
      boolean settles = batch.held && batch.items.getLast().isStored();
      release(batch);
      if (settles) {
        sources.settle(batch.number, batch.items.getLast().appendMicros);
      }
    }
  }

  private void release(Item item) {
    if (item.held) {
      item.held = false;
      holders.remove(item.hash);
    }
  }

  private void release(Batch batch) {
    if (batch.held) {
      batch.held = false;
      sources.release(batch.number);
    }
  }

  private IdempotencyWindow windowOf(String key) {
    return InternalKeys.isInternal(key) ? internal : producers;
  }

  private static IdempotencyWindow window(Duration length) {
    return new IdempotencyWindow(length, IdempotencyWindow.KEYS_MAX_DEFAULT);
  }
}
