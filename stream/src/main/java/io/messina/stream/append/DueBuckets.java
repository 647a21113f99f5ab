package io.messina.stream.append;

import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Knows which partitions of a shard's {@link Schedule} may contain events, and when to read which.
 * A bucket is opened before the first event is written to it: the owner marks it in its fenced
 * state, by a row that contains only its version, so that a new owner knows where to look, and an
 * empty schedule costs nothing. A bucket is done once its time has passed and all its events are
 * appended; then its whole partition is deleted, and after that its mark.
 *
 * <p>Safe for use by many threads.
 */
final class DueBuckets implements StatePart {

  /** The length of time of a bucket. */
  static final Duration LENGTH = Duration.ofMinutes(10);

  /** How many buckets may be open: all buckets of more than a year. */
  static final int BUCKETS_MAX = 60_000;

  /** How many rows one write contains; the rest follow. */
  private static final int ROWS_MAX = 250;

  private static final Bytes VERSION = Bytes.wrap(new byte[] {1});

  private final SortedMap<Long, Bucket> open = new TreeMap<>();
  private final SortedMap<Long, CompletableFuture<Void>> wanted = new TreeMap<>();
  private final SortedSet<Long> closed = new TreeSet<>();
  private final List<Long> marking = new ArrayList<>();
  private boolean writing;
  private Instant latest = Instant.MIN;
  private Optional<RuntimeException> over = Optional.empty();

  DueBuckets(SavedState saved) {
    saved.section(Section.DUE).keySet().forEach(name -> open(Long.parseLong(name)));
  }

  /** Returns the number of the bucket of a time; later times have the same or a larger one. */
  static long bucketOf(Instant due) {
    return Math.floorDiv(due.getEpochSecond(), LENGTH.toSeconds());
  }

  /** Returns the end of a bucket, which is the first time of the next. */
  static Instant endOf(long bucket) {
    return Instant.ofEpochSecond((bucket + 1) * LENGTH.toSeconds());
  }

  /** Opens a bucket that is marked in the fenced state. */
  synchronized void open(long bucket) {
    open.computeIfAbsent(bucket, _ -> new Bucket());
  }

  /** Whether the bucket of a due time is marked, so that it may contain events. */
  synchronized boolean isOpen(Instant due) {
    return open.containsKey(bucketOf(due));
  }

  /** Whether an event may be written to the schedule. */
  enum Place {
    /** It may: its bucket is open, and is held until {@link #end}. */
    OPEN,
    /** Its bucket must be {@link #mark marked} first. */
    UNMARKED,
    /** Its due time has passed: it is appended to the log at once. */
    OVER
  }

  private static final class Bucket {

    /** How many events are being written, by due time. */
    private final SortedMap<Instant, Integer> writing = new TreeMap<>();

    private Instant sealed = Instant.MIN;
    private int lifted;

    /** When to read it: in the distant past if it was never read. */
    private Instant next = Instant.EPOCH;

    /** The place up to which no event is left, and none can be added while a seal holds. */
    private Optional<Schedule.Place> done = Optional.empty();
  }

  /**
   * The state of a bucket when a read begins.
   *
   * @param quiet no event that is due earlier is being written: just after now, or the earliest due
   *     time of an event that is being written
   * @param isLast whether no event can be written to the bucket any more. Only a read that begins
   *     then can tell that all of its events are appended
   * @param done the place behind which to read; empty at the bucket's beginning
   * @param lifted how often a seal of the bucket had been lifted
   */
  record Seal(Instant quiet, boolean isLast, Optional<Schedule.Place> done, int lifted) {}

  /**
   * Begins to write an event.
   *
   * @param due when it is due
   * @param now the time
   * @return whether it may be written
   */
  synchronized Place begin(Instant due, Instant now) {
    if (isOver(bucketOf(due), now)) {
      return Place.OVER;
    }
    Bucket bucket = open.get(bucketOf(due));
    if (bucket == null) {
      return Place.UNMARKED;
    }
    if (due.isBefore(bucket.sealed)) {
      if (!due.isAfter(now)) {
        return Place.OVER;
      }
      // The clock was set back.
      bucket.sealed = due;
      bucket.done = Optional.empty();
      bucket.lifted++;
    }
    bucket.writing.merge(due, 1, Integer::sum);
    return Place.OPEN;
  }

  /**
   * Ends the write of an event, so that it no longer holds its bucket.
   *
   * @param due when it is due
   */
  synchronized void end(Instant due) {
    Bucket bucket = open.get(bucketOf(due));
    if (bucket != null) {
      bucket.writing.computeIfPresent(due, (_, writing) -> writing == 1 ? null : writing - 1);
      bucket.next = earlier(bucket.next, due);
    }
  }

  /**
   * Seals an open bucket: no event that is due by now can be written any longer, unless the clock
   * is set back. So a read that begins now finds all events that are due before the seal's {@link
   * Seal#quiet}. Afterwards the bucket need not be read before an event {@link #waits} or is
   * written.
   *
   * @param number of the bucket
   * @param now the time
   * @return to be passed to {@link #done} after acting on what was read
   */
  synchronized Seal seal(long number, Instant now) {
    Bucket bucket = known(number);
    Instant afterNow = now.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
    if (bucket.sealed.isBefore(afterNow)) {
      bucket.sealed = afterNow;
    }
    bucket.next = Instant.MAX;
    boolean isOver = isOver(number, now);
    boolean idle = bucket.writing.isEmpty();
    Instant quiet = idle ? afterNow : earlier(bucket.writing.firstKey(), afterNow);
    return new Seal(quiet, isOver && idle, bucket.done, bucket.lifted);
  }

  /**
   * Notes that no event is left in a bucket up to a place, unless the seal was lifted. If it was
   * not, an event that is written later into the sealed time gets a later timestamp than any that
   * was given out before this call.
   *
   * @param number of the bucket
   * @param seal of the same bucket
   * @return false if the seal was lifted
   */
  synchronized boolean done(long number, Seal seal, Schedule.Place place) {
    Bucket bucket = known(number);
    if (bucket.lifted != seal.lifted()) {
      return false;
    }
    bucket.done = Optional.of(place);
    return true;
  }

  /** An event that is due at a time was found in a bucket. */
  synchronized void waits(long number, Instant due) {
    Bucket bucket = known(number);
    bucket.next = earlier(bucket.next, due);
  }

  /** Whether a bucket is to be read now. */
  synchronized boolean isDue(long number, Instant now) {
    return !endOf(number).isAfter(now) || !known(number).next.isAfter(now);
  }

  /** The buckets that may contain due events, from the oldest on. */
  synchronized List<Long> due(Instant now) {
    return List.copyOf(open.headMap(bucketOf(now) + 1).keySet());
  }

  /**
   * When to look again after all that is due was appended.
   *
   * @return when the next event is due, or the next bucket begins or ends; empty if none is open
   */
  synchronized Optional<Instant> nextWake(Instant now) {
    SortedMap<Long, Bucket> later = open.tailMap(bucketOf(now) + 1);
    Instant wake = later.isEmpty() ? Instant.MAX : endOf(later.firstKey() - 1);
    for (long number : due(now)) {
      Instant next = known(number).next;
      Instant end = endOf(number);
      wake = earlier(wake, end.isAfter(now) ? earlier(next, end) : next);
    }
    return open.isEmpty() ? Optional.empty() : Optional.of(wake);
  }

  /**
   * Forgets a bucket whose partition is deleted; its mark is deleted by the next write of the
   * state. The bucket's last {@link Seal#isLast} read must have found all its events appended.
   */
  synchronized void close(long bucket) {
    open.remove(bucket);
    closed.add(bucket);
  }

  /**
   * Requests a bucket's mark; completed once the bucket is open. The caller then has to request a
   * write of the state.
   */
  synchronized CompletableFuture<Void> mark(long bucket) {
    if (over.isPresent()) {
      return CompletableFuture.failedFuture(over.get());
    }
    if (open.size() + wanted.size() >= BUCKETS_MAX) {
      return CompletableFuture.failedFuture(
          new RequestException.Overloaded(
              "delayed events: due at too many different times (expected: within "
                  + BUCKETS_MAX
                  + " stretches of "
                  + LENGTH
                  + ")"));
    }
    return wanted.computeIfAbsent(bucket, _ -> new CompletableFuture<>());
  }

  /** Fails all present and later requests for a mark. */
  void fail(RuntimeException failure) {
    List<CompletableFuture<Void>> waiting;
    synchronized (this) {
      over = Optional.of(failure);
      waiting = List.copyOf(wanted.values());
    }
    waiting.forEach(each -> each.completeExceptionally(failure));
  }

  @Override
  public synchronized WriteNeed need() {
    if (writing || (wanted.isEmpty() && closed.isEmpty())) {
      return WriteNeed.NONE;
    }
    return wanted.isEmpty() ? WriteNeed.LATER : WriteNeed.NOW;
  }

  @Override
  public synchronized void write(StateChanges changes) {
    writing = true;
    wanted.keySet().stream().limit(ROWS_MAX).forEach(marking::add);
    marking.forEach(bucket -> changes.put(Section.DUE, name(bucket), VERSION));
    for (int i = 0; i < ROWS_MAX && !closed.isEmpty(); i++) {
      changes.delete(Section.DUE, name(closed.removeFirst()));
    }
  }

  @Override
  public void written() {
    List<CompletableFuture<Void>> marked = new ArrayList<>();
    synchronized (this) {
      writing = false;
      for (long bucket : marking) {
        open(bucket);
        Optional.ofNullable(wanted.remove(bucket)).ifPresent(marked::add);
      }
      marking.clear();
    }
    marked.forEach(each -> each.complete(null));
  }

  private Bucket known(long number) {
    Bucket bucket = open.get(number);
    if (bucket == null) {
      throw new IllegalStateException("bucket: " + number + " (expected: an open one)");
    }
    return bucket;
  }

  /** Once true, it stays true even if the clock is set back. */
  private boolean isOver(long bucket, Instant now) {
    latest = now.isAfter(latest) ? now : latest;
    return !latest.isBefore(endOf(bucket));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static String name(long bucket) {
    return String.format(Locale.ROOT, "%019d", bucket);
  }
}
