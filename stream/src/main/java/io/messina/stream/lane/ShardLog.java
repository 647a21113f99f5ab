package io.messina.stream.lane;

import io.messina.api.Position;
import io.messina.runtime.Micros;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one order of a shard as its owner reads it: each lane up to its cut in the order of their
 * epochs, then the owner's own as far as it may be shown. Safe for use by many threads.
 */
public final class ShardLog {

  /** Of how many lanes the segments are kept, so that they are read once. */
  private static final int LANES_MAX = 64;

  private final Store store;
  private final InstantSource wall;
  private final ShardId shard;
  private final NavigableMap<Integer, Long> cuts;
  private final Set<Integer> damaged;
  private final Optional<OwnLane> own;

  /** Of the lanes that were read last. */
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
   * A log.
   *
   * @param store where lanes are kept
   * @param wall tells which segments have expired, so that they are not read any more
   * @param shard the shard
   * @param cuts of each lane by its epoch, as they stand recorded under the owner's fence
   * @param own the owner's own lane; empty for whoever reads only what is cut
   * @throws IllegalArgumentException where the own lane has a cut or is not the last
   */
  public ShardLog(
      Store store,
      InstantSource wall,
      ShardId shard,
      NavigableMap<Integer, Long> cuts,
      Optional<OwnLane> own) {
    this(store, wall, shard, cuts, Set.of(), own);
  }

  /**
   * A log some of whose lanes ended with a row that could not be read.
   *
   * @param store where lanes are kept
   * @param wall tells which segments have expired, so that they are not read any more
   * @param shard the shard
   * @param cuts of each lane by its epoch, as they stand recorded under the owner's fence
   * @param damaged the epochs of those lanes, see {@link LaneEnd#damaged}
   * @param own the owner's own lane; empty for whoever reads only what is cut
   * @throws IllegalArgumentException where the own lane has a cut or is not the last
   */
  public ShardLog(
      Store store,
      InstantSource wall,
      ShardId shard,
      NavigableMap<Integer, Long> cuts,
      Set<Integer> damaged,
      Optional<OwnLane> own) {
    this.damaged = Set.copyOf(damaged);
    this.store = store;
    this.wall = wall;
    this.shard = shard;
    this.cuts = new TreeMap<>(cuts);
    this.own = own;
    if (own.isPresent() && !cuts.isEmpty() && cuts.lastKey() >= own.get().lane().epoch()) {
      throw new IllegalArgumentException(
          "own lane: " + own.get().lane() + " (expected: behind epoch " + cuts.lastKey() + ")");
    }
  }

  /**
   * What former owners appended, which changes no more.
   *
   * @return the log without the own lane
   */
  public ShardLog former() {
    return new ShardLog(store, wall, shard, cuts, damaged, Optional.empty());
  }

  /**
   * Reads from a position to what is the end now. What a caught-up consumer reads stands in memory
   * and costs the store nothing.
   *
   * @param from a position; where it lies within a row, the row comes whole
   * @return batches, damaged rows and stretches of missing ones in the order of the log, for use by
   *     one thread; read page by page as the iterator is advanced, which throws as {@link Store}
   *     does, and {@link NewerLogException}
   */
  public Iterator<LogItem> read(Position from) {
    return new ShardItems(this, from);
  }

  /**
   * Finds where to begin reading so as to meet every event appended from a time on: the begin of
   * the last segment that begins before it. Costs a read of the segments of the lanes from the
   * newest back to the one that holds the time, as far as they are not known.
   *
   * @param micros a time, in microseconds since 1970
   * @return a position at or before the first such event, by at most a segment; {@link
   *     Position#START} where none begins before the time
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

  /**
   * The end of what may be shown now.
   *
   * @return the position behind the last event
   */
  public Position end() {
    return own.map(lane -> lane.shownTo().get())
        .orElseGet(
            () ->
                cuts.isEmpty()
                    ? Position.START
                    : new Position(cuts.lastKey(), cuts.lastEntry().getValue()));
  }

  /**
   * How many events were stored from a position to the end, those that have expired among them.
   *
   * @param from a position
   * @return from 0
   */
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
   * When the first event from a position on was appended, if it is among the newest ones, which are
   * in memory.
   *
   * @param from a position
   * @return its append time; empty also where there is no event
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
   * Below which everything has expired, as far as was noticed by reading from there.
   *
   * @return the position; it only grows
   */
  public Position floor() {
    return Position.unpack(floor.get());
  }

  /**
   * How many events the floor has passed that were no longer there.
   *
   * @return the count since this log was made
   */
  public long expiredCount() {
    return expiredCount.get();
  }

  /** The first lane with this epoch or a later one that has something to read. */
  Optional<Integer> laneFrom(int epoch) {
    Integer cut = cuts.ceilingKey(epoch);
    if (cut != null) {
      return Optional.of(cut);
    }
    return own.map(lane -> lane.lane().epoch()).filter(last -> last >= epoch);
  }

  /** What stands in one lane from a sequence on. */
  Iterator<? extends LogItem> read(int epoch, long sequence) {
    long end = end(epoch);
    if (sequence >= end) {
      return Collections.emptyIterator();
    }
    return tail(new Position(epoch, sequence))
        .<Iterator<? extends LogItem>>map(List::iterator)
        .orElseGet(() -> lane(epoch, sequence, end));
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
    Iterator<LogItem> items = new LaneReader(store, wall, segments(epoch)).read(sequence, end);
    return damaged.contains(epoch) ? new DamagedEnd(items, end) : items;
  }

  private LaneSegments segments(int epoch) {
    return segments.computeIfAbsent(
        epoch, any -> new LaneSegments(store, new LaneId(shard, epoch)));
  }

  /**
   * The lanes that have something, those among them of which everything has expired since they were
   * cut.
   *
   * @return their epochs, the newest first
   */
  public List<Integer> lanesNewestFirst() {
    List<Integer> epochs = new ArrayList<>(cuts.descendingKeySet());
    own.ifPresent(lane -> epochs.addFirst(lane.lane().epoch()));
    return epochs;
  }

  /** Lets the floor jump over what is missing right behind it. */
  void pass(MissingRows missing) {
    long before = floor.getAndAccumulate(missing.end().packed(), Math::max);
    if (before < missing.end().packed()) {
      Position counted = Position.unpack(Math.max(before, missing.first().packed()));
      expiredCount.addAndGet(missing.end().sequence() - counted.sequence());
    }
  }
}
