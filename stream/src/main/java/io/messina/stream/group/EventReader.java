package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Micros;
import io.messina.runtime.Mutex;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.log.LogItem;
import io.messina.stream.log.LogItem.DamagedRow;
import io.messina.stream.log.LogItem.MissingRows;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.Murmur3;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.ShardLog;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the events of a shard by their positions. Caches what groups have read recently, so that
 * handing out events that were just read does not read the store again. Safe for use by many
 * threads.
 */
final class EventReader implements AutoCloseable {

  /** The most bytes of cached batches, counted by {@link RecordBatch#bytesAtMost}. */
  static final long BYTES_MAX = 2L << 20;

  /** Over more events than this between two that are wanted, the log is not read on. */
  private static final int NEAR = 500;

  private static final int DAMAGED_MAX = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);

  private final ShardId shard;
  private final ShardLog log;
  private final CacheBudget.Account account;
  private final Mutex lock = new Mutex();
  private final NavigableMap<Long, StoredBatch> batches = new TreeMap<>(); // under the lock

  /** The first positions of batches, the most recently used at the end. */
  private final SequencedSet<Long> used = new LinkedHashSet<>(); // under the lock

  private final SequencedSet<Position> damaged = new LinkedHashSet<>(); // under the lock
  private long bytes; // under the lock

  EventReader(ShardId shard, ShardLog log, CacheBudget budget) {
    this.shard = shard;
    this.log = log;
    this.account = budget.open(this::empty);
  }

  /** Finds an event by its packed position; empty if the log has none there, or it has expired. */
  Optional<StoredEvent> find(long packed) {
    return finder().find(packed);
  }

  Finder finder() {
    return new Finder();
  }

  /**
   * Finds events one after another; those next to each other are looked up once. For one thread.
   */
  final class Finder {

    private @Nullable StoredBatch near;

    Optional<StoredEvent> find(long packed) {
      StoredBatch batch = near;
      if (batch == null || !has(batch, packed)) {
        batch =
            cached(packed)
                .filter(known -> !log.isExpired(known))
                .or(() -> read(packed))
                .orElse(null);
        near = batch;
      }
      return batch == null ? Optional.empty() : Optional.of(event(batch, packed));
    }
  }

  /** Takes one event after another. */
  @FunctionalInterface
  interface Visitor {

    void visit(StoredBatch batch, long packed);

    /** What is missing ends there. */
    default void gap(Position end) {}
  }

  /**
   * Reads events in their order, until there are enough of them, or no more.
   *
   * @param from the first position, packed
   * @return where it stopped, packed: behind the last event, or behind rows without readable events
   */
  long visit(long from, BooleanSupplier isEnough, Visitor visitor) {
    long next = from;
    Iterator<LogItem> items = log.read(Position.unpack(from));
    while (!isEnough.getAsBoolean() && items.hasNext()) {
      switch (items.next()) {
        case StoredBatch batch -> {
          next = Math.max(next, batch.first().packed());
          for (; next < batch.end().packed() && !isEnough.getAsBoolean(); next++) {
            visitor.visit(batch, next);
          }
        }
        case DamagedRow row -> {
          damaged(row);
          visitor.gap(row.end());
          next = Math.max(next, row.end().packed());
        }
        case MissingRows missing -> {
          visitor.gap(missing.end());
          next = Math.max(next, missing.end().packed());
        }
      }
    }
    return next;
  }

  /**
   * Reads the next stretch for a group, whose batches are cached.
   *
   * @param from its first position, packed
   * @param room the most events, from 1
   * @return the stretch; shorter if the log ends before
   */
  LogStretch stretch(long from, int room) {
    // Taken first: everything before it is read, or does not exist.
    long end = log.end().packed();
    int count = Math.clamp(log.countFrom(Position.unpack(from)), 1, room);
    Stretch stretch = new Stretch(count);
    long to = visit(from, stretch::isFull, stretch);
    return new LogStretch(
        from,
        stretch.isFull() ? to : Math.max(to, end),
        stretch.count,
        stretch.positions,
        stretch.keys);
  }

  /**
   * Finds the keys of some events, and caches their batches. Events near each other are read in one
   * pass.
   *
   * @param positions of the events, packed, in their order
   * @return the hashes of the keys by position; none for an event that the log does not have
   */
  Map<Long, Long> keys(long[] positions) {
    Map<Long, Long> keys = new HashMap<>();
    int done = 0;
    while (done < positions.length) {
      Wanted wanted = new Wanted(positions, done, keys);
      long to = visit(positions[done], wanted::isFar, wanted);
      int next = wanted.index;
      while (next < positions.length && positions[next] < to) {
        next++;
      }
      done = Math.max(done + 1, next);
    }
    return keys;
  }

  private final class Wanted implements Visitor {

    private final long[] positions;
    private final Map<Long, Long> keys;
    private int index;
    private long at;

    Wanted(long[] positions, int index, Map<Long, Long> keys) {
      this.positions = positions;
      this.index = index;
      this.keys = keys;
      this.at = positions[index];
    }

    /** Whether the next one is not worth reading on to. */
    boolean isFar() {
      return index == positions.length || positions[index] - at > NEAR;
    }

    @Override
    public void visit(StoredBatch batch, long packed) {
      at = packed;
      while (index < positions.length && positions[index] < packed) {
        index++;
      }
      if (index < positions.length && positions[index] == packed) {
        long first = batch.first().packed();
        if (index == 0 || positions[index - 1] < first) {
          keep(batch);
        }
        keys.put(packed, key(batch.batch().event((int) (packed - first))));
        index++;
      }
    }
  }

  /**
   * The hash of an event's key, computed even while the group ignores keys: its options may change.
   */
  static long key(Event event) {
    return event.key().map(Murmur3::token).orElse(LogStretch.NO_KEY);
  }

  private final class Stretch implements EventReader.Visitor {

    private final long[] positions;
    private final long[] keys;
    private int count;
    private long kept = -1; // the first position of the newest batch

    Stretch(int room) {
      this.positions = new long[room];
      this.keys = new long[room];
    }

    boolean isFull() {
      return count == positions.length;
    }

    @Override
    public void visit(StoredBatch batch, long packed) {
      long first = batch.first().packed();
      if (first != kept) {
        keep(batch);
        kept = first;
      }
      positions[count] = packed;
      keys[count] = key(batch.batch().event((int) (packed - first)));
      count++;
    }
  }

  /** When an event was appended, if it is cached. */
  Optional<Instant> appendTime(long packed) {
    return cached(packed).map(batch -> event(batch, packed).appendTime());
  }

  /** Caches a batch whose events will soon be claimed. */
  void keep(StoredBatch batch) {
    long first = batch.first().packed();
    long grown = batch.memoryBytes();
    try (var _ = lock.hold()) {
      grown -= forget(first);
      batches.put(first, batch);
      used.add(first);
      bytes += batch.batch().bytes();
      while (bytes > BYTES_MAX) {
        grown -= forget(used.getFirst());
      }
    }
    account.add(grown);
  }

  private long empty() {
    try (var _ = lock.hold()) {
      long given = batches.values().stream().mapToLong(StoredBatch::memoryBytes).sum();
      batches.clear();
      used.clear();
      bytes = 0;
      return given;
    }
  }

  /** Drops the cache: the shard is lost. */
  @Override
  public void close() {
    var _ = empty();
    account.close();
  }

  /** Reports a row that cannot be read, once. */
  private void damaged(DamagedRow row) {
    try (var _ = lock.hold()) {
      if (!damaged.add(row.first())) {
        return;
      }
      if (damaged.size() > DAMAGED_MAX) {
        damaged.removeFirst();
      }
    }
    LOG.warn("{} {}: a damaged row is left out: {}", shard, row.first(), row.reason());
  }

  /** The event at a position of its batch. */
  StoredEvent event(StoredBatch batch, long packed) {
    int index = (int) (packed - batch.first().packed());
    Event event = batch.batch().event(index);
    EventAddress id =
        new EventAddress(
            shard.stream().generation(), shard.number(), batch.segment(), batch.position(index));
    Instant appended = Micros.toInstant(batch.batch().appendMicros(index));
    return new StoredEvent(id, event, appended);
  }

  private Optional<StoredBatch> cached(long packed) {
    try (var _ = lock.hold()) {
      Map.Entry<Long, StoredBatch> entry = batches.floorEntry(packed);
      if (entry == null || entry.getValue().end().packed() <= packed) {
        return Optional.empty();
      }
      used.addLast(entry.getKey());
      return Optional.of(entry.getValue());
    }
  }

  private Optional<StoredBatch> read(long packed) {
    if (packed >= log.end().packed()) {
      return Optional.empty();
    }
    Iterator<LogItem> items = log.read(Position.unpack(packed));
    if (items.hasNext() && items.next() instanceof StoredBatch batch && has(batch, packed)) {
      keep(batch);
      return Optional.of(batch);
    }
    return Optional.empty();
  }

  private static boolean has(StoredBatch batch, long packed) {
    return batch.first().packed() <= packed && packed < batch.end().packed();
  }

  /** Returns how many bytes the batch took. */
  private long forget(long first) {
    StoredBatch batch = batches.remove(first);
    if (batch == null) {
      return 0;
    }
    used.remove(first);
    bytes -= batch.batch().bytes();
    return batch.memoryBytes();
  }
}
