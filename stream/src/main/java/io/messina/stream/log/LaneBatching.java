package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.stream.log.RecordBatch.BatchPart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the writer of a lane writes next. One flush is in flight; events that arrive
 * meanwhile go into the next one, so that batching costs no waiting. Those that are durable are
 * shown in their order. If a flush is abandoned, the lane is closed permanently, because a later
 * row would follow a hole.
 *
 * <p>Without threads, clocks or I/O; for use by one thread at a time.
 */
final class LaneBatching {

  /** How many flushes may be durable and not shown yet before the next one waits. */
  private static final int DURABLE_MAX = 4;

  private final LaneId lane;
  private final LaneLimits limits;
  private final RetentionClass retention;
  private final Deque<Append> waiting = new ArrayDeque<>();
  private final Deque<Durable> durable = new ArrayDeque<>();
  private final List<Share> inFlightShares = new ArrayList<>();
  private Optional<Flush> inFlight = Optional.empty();
  private Optional<Segment> segment = Optional.empty();
  private long segmentBytes;
  private long waitingBytes;
  private long nextSequence;
  private long nextAppendMicros;
  private boolean closed;

  LaneBatching(LaneId lane, LaneSettings settings, long floorMicros) {
    this.lane = lane;
    this.limits = settings.limits();
    this.retention = RetentionClass.of(settings.retention());
    this.nextAppendMicros = floorMicros;
  }

  /**
   * The next row of a lane's log to write.
   *
   * @param begins whether it is the first row of its segment, whose own row is then written before
   *     it
   * @param segment that contains it
   * @param firstSequence of its first event
   * @param batch the events
   */
  record Flush(boolean begins, Segment segment, long firstSequence, RecordBatch batch) {

    /** The sequence after its last event. */
    long endSequence() {
      return firstSequence + batch.count();
    }
  }

  /** The events of one append in the flush in flight. */
  private record Share(Append append, int count) {}

  /** A flush that is to be shown, and whose events are in it. */
  private record Durable(Flush flush, List<Share> shares) {}

  boolean isClosed() {
    return closed;
  }

  long waitingBytes() {
    return waitingBytes;
  }

  /** Whether there is room for an append to wait. A single one always may. */
  boolean hasRoom(Append append) {
    return waiting.isEmpty() || waitingBytes + append.bytes() <= limits.waitingBytesMax();
  }

  void admit(Append append) {
    if (closed) {
      throw new IllegalStateException(lane + ": closed (expected: open)");
    }
    waiting.add(append);
    waitingBytes += append.bytes();
  }

  /** Whether there is something to write, and nothing that it has to wait for. */
  boolean isDue() {
    return !closed && inFlight.isEmpty() && durable.size() < DURABLE_MAX && !waiting.isEmpty();
  }

  /** Whether nothing waits and all that is durable was shown. */
  boolean isAtRest() {
    return waiting.isEmpty() && durable.isEmpty();
  }

  /** Sets the least append time from now on. */
  void notBefore(long micros) {
    nextAppendMicros = Math.max(nextAppendMicros, micros);
  }

  /**
   * Begins the next flush.
   *
   * @param nowMicros the time; append times grow even if it does not
   */
  Flush begin(long nowMicros) {
    if (!isDue()) {
      throw new IllegalStateException(lane + ": nothing is due (expected: something that waits)");
    }
    long firstAppendMicros = Math.max(nowMicros, nextAppendMicros);
    List<EventRun> runs = new ArrayList<>();
    Append first = waiting.element();
    int firstIndex = first.isNumbered() ? first.peekIndex() : 0;
    long bytes = take(runs);
    BatchPart part = new BatchPart(firstIndex, isNumberedAndBegun(waiting.peek()));
    boolean begins = needsSegment(firstAppendMicros, bytes);
    Segment into = begins ? nextSegment(firstAppendMicros) : segment.orElseThrow();
    segment = Optional.of(into);
    segmentBytes = begins ? 0 : segmentBytes;
    Flush flush =
        new Flush(begins, into, nextSequence, new RecordBatch(firstAppendMicros, runs, part));
    inFlight = Optional.of(flush);
    return flush;
  }

  /**
   * The flush in flight is durable.
   *
   * @param rowBytes its size
   */
  void written(long rowBytes) {
    Flush flush = inFlight.orElseThrow();
    inFlight = Optional.empty();
    segmentBytes += rowBytes;
    nextSequence = flush.endSequence();
    notBefore(flush.batch().endMicros());
    durable.add(new Durable(flush, List.copyOf(inFlightShares)));
    inFlightShares.clear();
  }

  /**
   * The oldest flush that is durable may be acknowledged.
   *
   * @return the appends that are complete with it
   */
  List<Append> shown() {
    return settle(durable.remove());
  }

  /**
   * Closes the lane permanently.
   *
   * @return the appends that will never be complete
   */
  List<Append> close() {
    closed = true;
    Set<Append> left = new LinkedHashSet<>();
    durable.forEach(each -> each.shares.forEach(share -> left.add(share.append)));
    inFlightShares.forEach(share -> left.add(share.append));
    left.addAll(waiting);
    durable.clear();
    inFlightShares.clear();
    waiting.clear();
    waitingBytes = 0;
    return List.copyOf(left);
  }

  private long take(List<EventRun> runs) {
    long bytes = 0;
    int room = (int) Math.min(RecordBatch.EVENTS_MAX, Position.SEQUENCE_MAX - nextSequence);
    for (Append append = waiting.peek(); append != null; append = waiting.peek()) {
      if (bytes > 0 && mustBeginRow(append, bytes, room)) {
        break;
      }
      Optional<EventRun> some = append.take(bytes, room);
      if (some.isPresent()) {
        runs.add(some.get());
        bytes += some.get().rowBytes();
        room -= some.get().count();
        inFlightShares.add(new Share(append, some.get().count()));
      }
      if (!append.isTaken()) {
        break;
      }
      waiting.remove();
    }
    waitingBytes = waiting.isEmpty() ? 0 : waitingBytes - bytes;
    return bytes;
  }

  /** An append that fits into a row is not split, so that a crash leaves all of it or nothing. */
  private static boolean mustBeginRow(Append append, long rowBytes, int room) {
    return append.goesOn() || (append.fitsOneRow() && !append.fits(rowBytes, room));
  }

  private static boolean isNumberedAndBegun(@Nullable Append next) {
    return next != null && next.isNumbered() && next.isBegun();
  }

  private boolean needsSegment(long firstAppendMicros, long bytes) {
    return segment.isEmpty()
        || firstAppendMicros - segment.get().firstAppendMicros()
            >= TimeUnit.NANOSECONDS.toMicros(limits.segmentLength().toNanos())
        || (segmentBytes > 0 && segmentBytes + bytes > limits.segmentBytesMax());
  }

  private Segment nextSegment(long firstAppendMicros) {
    int number = segment.map(last -> last.number() + 1).orElse(0);
    return new Segment(number, nextSequence, firstAppendMicros, 0, retention);
  }

  private List<Append> settle(Durable shown) {
    List<Append> complete = new ArrayList<>();
    Flush flush = shown.flush;
    long sequence = flush.firstSequence();
    long micros = flush.batch().firstAppendMicros();
    for (Share share : shown.shares) {
      share.append.show(
          new AppendedRun(lane.at(sequence), flush.segment().number(), share.count, micros));
      sequence += share.count;
      micros += share.count;
      if (share.append.isShown()) {
        complete.add(share.append);
      }
    }
    return complete;
  }
}
