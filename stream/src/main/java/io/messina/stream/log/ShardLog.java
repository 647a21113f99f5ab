package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.runtime.Micros;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.log.LogItem.MissingRows;
import io.messina.stream.log.LogItem.StoredBatch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The log of a shard as its owner reads it: each lane up to its cut in the order of their epochs,
 * then the owner's own lane up to its high watermark. Safe for use by many threads.
 */
public final class ShardLog {

  /** For how many lanes the segments are cached. */
  private static final int LANES_MAX = 64;

  private final Store store;
  private final InstantSource wall;
  private final ShardId shard;
  private final NavigableMap<Integer, Long> cuts;
  private final Set<Integer> damaged;
  private final Position forgottenTo;
  private final Optional<OwnLane> own;
  private final boolean expiredToo;

  /** The segments of the most recently read lanes. */
  private final Map<Integer, LaneSegments> segments =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, LaneSegments> eldest) {
              return size() > LANES_MAX;
            }
          });

  private final AtomicLong floor = new AtomicLong(Position.START.packed());
  private final AtomicLong expiredCount = new AtomicLong();

  /**
   * The lane to which a shard's owner itself appends, the only one that is read without a cut.
   *
   * @param lane the lane
   * @param shownTo its high watermark: the position after the last event that may be shown
   * @param tail its newest batches
   * @param retention how long its events are kept; empty for no expiry
   */
  public record OwnLane(
      LaneId lane, Supplier<Position> shownTo, TailCache tail, Optional<Duration> retention) {

    /** Whether a row of this lane, which expires as a whole, has expired. */
    private boolean isOver(RecordBatch batch, Instant now) {
      return retention
          .filter(kept -> !now.isBefore(Micros.toInstant(batch.endMicros()).plus(kept)))
          .isPresent();
    }
  }

  /**
   * @param store of the lanes
   * @param wall tells which segments have expired, so that they are no longer read
   * @param shard the shard
   * @param cuts of each lane by its epoch, as recorded with the owner's fence
   * @param damaged the epochs of the lanes whose last row could not be read, see {@link
   *     LaneEnds.LaneEnd#damaged}
   * @param forgottenTo behind the last event of the lanes that have no cut any more, since all of
   *     their events have expired
   * @param own the owner's own lane; empty for readers of cut lanes only
   * @throws IllegalArgumentException if the own lane has a cut or is not the last
   */
  public ShardLog(
      Store store,
      InstantSource wall,
      ShardId shard,
      NavigableMap<Integer, Long> cuts,
      Set<Integer> damaged,
      Position forgottenTo,
      Optional<OwnLane> own) {
    this(store, wall, shard, cuts, damaged, forgottenTo, own, false);
  }

  private ShardLog(
      Store store,
      InstantSource wall,
      ShardId shard,
      NavigableMap<Integer, Long> cuts,
      Set<Integer> damaged,
      Position forgottenTo,
      Optional<OwnLane> own,
      boolean expiredToo) {
    this.forgottenTo = forgottenTo;
    this.damaged = Set.copyOf(damaged);
    this.store = store;
    this.wall = wall;
    this.shard = shard;
    this.cuts = new TreeMap<>(cuts);
    this.own = own;
    this.expiredToo = expiredToo;
    if (own.isPresent() && !cuts.isEmpty() && cuts.lastKey() >= own.get().lane().epoch()) {
      throw new IllegalArgumentException(
          "own lane: " + own.get().lane() + " (expected: behind epoch " + cuts.lastKey() + ")");
    }
  }

  /**
   * Returns the log with the events that have expired, as far as the store still has them: for what
   * must not depend on whether the clock of this process is right.
   */
  public ShardLog withExpired() {
    return new ShardLog(store, wall, shard, cuts, damaged, forgottenTo, own, true);
  }

  /** Returns the log without the own lane: what former owners appended, which no longer changes. */
  public ShardLog former() {
    return new ShardLog(
        store, wall, shard, cuts, damaged, forgottenTo, Optional.empty(), expiredToo);
  }

  /**
   * Reads from a position to the present end. Consumers that have caught up read from memory, which
   * costs the store nothing.
   *
   * @param from a position; if it is within a row, the whole row is returned
   * @return batches, damaged rows and stretches of missing ones in the order of the log, for use by
   *     one thread; read page by page as the iterator is advanced, which throws as {@link Store}
   *     does, and {@link NewerLogException}
   */
  public Iterator<LogItem> read(Position from) {
    return new ShardItems(from);
  }

  /**
   * Finds where to begin reading to get every event that was appended from a time on: the beginning
   * of the last segment that begins before it. Reads the unknown segments of the lanes from the
   * newest back to the one that contains the time.
   *
   * @param micros a time, in microseconds since 1970
   * @return a position at or before the first such event, by at most a segment; {@link
   *     Position#START} if no segment begins before the time
   */
  public Position seek(long micros) {
    for (int epoch : lanesNewestFirst()) {
      long end = end(epoch);
      List<Segment> segments = segments(epoch).below(end);
      for (Segment segment : segments.reversed()) {
        if (segment.firstAppendMicros() < micros) {
          return new Position(epoch, segment.firstSequence());
        }
      }
    }
    return Position.START;
  }

  /** Returns the high watermark: the position after the last event that may be shown. */
  public Position end() {
    if (own.isPresent()) {
      return own.get().shownTo().get();
    }
    return cuts.isEmpty()
        ? Position.START
        : new Position(cuts.lastKey(), cuts.lastEntry().getValue());
  }

  /** Counts the events that were stored from a position to the end, including expired ones. */
  public long countFrom(Position from) {
    long count = 0;
    for (int epoch : lanesNewestFirst()) {
      if (epoch >= from.epoch()) {
        count += Math.max(0, end(epoch) - (epoch == from.epoch() ? from.sequence() : 0));
      }
    }
    return count;
  }

  /**
   * Returns when the first event from a position on was appended, if it is among the newest ones,
   * which are in memory.
   *
   * @return empty also if there is no such event
   */
  public Optional<Instant> appendTimeInMemory(Position from) {
    return own.map(lane -> Math.max(from.packed(), new Position(lane.lane().epoch(), 0).packed()))
        .map(Position::unpack)
        .filter(place -> countFrom(place) == countFrom(from))
        .flatMap(this::firstInMemory);
  }

  private Optional<Instant> firstInMemory(Position place) {
    return tail(place).stream()
        .flatMap(List::stream)
        .findFirst()
        .map(
            batch -> {
              long index = Math.max(0, place.sequence() - batch.first().sequence());
              return Micros.toInstant(batch.batch().appendMicros(Math.toIntExact(index)));
            });
  }

  /**
   * Returns the low watermark, below which everything has expired, as far as reads have noticed. It
   * only grows.
   */
  public Position floor() {
    return Position.unpack(floor.get());
  }

  /**
   * Whether there were events from a position on of which not even the number is known any more.
   *
   * @return where they end
   */
  public Optional<Position> forgottenFrom(Position from) {
    return Optional.of(forgottenTo).filter(end -> from.compareTo(end) < 0);
  }

  /** Returns how many expired events the floor has passed since this log was opened. */
  long expiredCount() {
    return expiredCount.get();
  }

  /** Reads one lane of a shard after the other. */
  private final class ShardItems implements Iterator<LogItem> {

    private Iterator<? extends LogItem> items = Collections.emptyIterator();
    private Position next;
    private boolean atFloor;

    ShardItems(Position from) {
      this.next = from;
      this.atFloor = from.compareTo(floor()) <= 0;
    }

    @Override
    public boolean hasNext() {
      while (!items.hasNext()) {
        Optional<Integer> lane = laneFrom(next.epoch());
        if (lane.isEmpty()) {
          return false;
        }
        long sequence = lane.get() == next.epoch() ? next.sequence() : 0;
        items = ShardLog.this.read(lane.get(), sequence);
        next = new Position(lane.get() + 1, 0);
      }
      return true;
    }

    @Override
    public LogItem next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the log is read to its end");
      }
      LogItem item = items.next();
      atFloor = atFloor && item instanceof MissingRows;
      if (atFloor && item instanceof MissingRows missing) {
        pass(missing);
      }
      return item;
    }
  }

  /** The first lane with this epoch or a later one that may have events. */
  private Optional<Integer> laneFrom(int epoch) {
    return Optional.ofNullable(cuts.ceilingKey(epoch))
        .or(() -> own.map(lane -> lane.lane().epoch()).filter(last -> last >= epoch));
  }

  /** The items of one lane from a sequence on. */
  private Iterator<? extends LogItem> read(int epoch, long sequence) {
    long end = end(epoch);
    if (sequence >= end) {
      return Collections.emptyIterator();
    }
    return tail(new Position(epoch, sequence))
        .<Iterator<? extends LogItem>>map(batches -> unexpired(batches, sequence))
        .orElseGet(() -> lane(epoch, sequence, end));
  }

  /** As the store has them, which no longer returns what has expired. */
  private Iterator<LogItem> unexpired(List<StoredBatch> batches, long from) {
    return batches.stream()
        .map(batch -> isExpired(batch) ? missing(batch, from) : batch)
        .iterator();
  }

  private static LogItem missing(StoredBatch batch, long from) {
    long first = Math.max(from, batch.first().sequence());
    return new MissingRows(new Position(batch.first().epoch(), first), batch.end());
  }

  /** Whether a batch in memory, of this owner's lane, has expired since it was appended. */
  public boolean isExpired(StoredBatch batch) {
    return !expiredToo
        && own.filter(lane -> lane.lane().epoch() == batch.first().epoch())
            .filter(lane -> lane.isOver(batch.batch(), wall.instant()))
            .isPresent();
  }

  private Optional<List<StoredBatch>> tail(Position from) {
    return own.filter(lane -> lane.lane().epoch() == from.epoch())
        .flatMap(lane -> lane.tail().from(from));
  }

  private long end(int epoch) {
    Long cut = cuts.get(epoch);
    return cut == null ? own.orElseThrow().shownTo().get().sequence() : cut;
  }

  private Iterator<LogItem> lane(int epoch, long sequence, long end) {
    return segments(epoch).read(sequence, end, damaged.contains(epoch), wall.instant());
  }

  private LaneSegments segments(int epoch) {
    return segments.computeIfAbsent(
        epoch, any -> new LaneSegments(store, new LaneId(shard, epoch), expiredToo));
  }

  /**
   * Returns the epochs of the lanes with events, the newest first, including lanes whose events
   * have all expired since they were cut.
   */
  public List<Integer> lanesNewestFirst() {
    List<Integer> epochs = new ArrayList<>(cuts.descendingKeySet());
    own.ifPresent(lane -> epochs.addFirst(lane.lane().epoch()));
    return epochs;
  }

  /** Moves the floor over expired events directly after it. */
  private void pass(MissingRows missing) {
    long before = floor.getAndAccumulate(missing.end().packed(), Math::max);
    if (before < missing.end().packed()) {
      Position counted = Position.unpack(Math.max(before, missing.first().packed()));
      expiredCount.addAndGet(missing.end().sequence() - counted.sequence());
    }
  }
}
