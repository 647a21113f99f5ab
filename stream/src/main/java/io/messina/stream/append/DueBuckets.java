package io.messina.stream.append;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Knows which partitions of a shard's {@link Schedule} may contain events, and when to read which.
 * A bucket is opened before the first event is written to it: the owner marks it in its fenced
 * state, so that a new owner knows where to look, and an empty schedule costs nothing. A bucket is
 * done once its time has passed and all its events are appended; then its whole partition is
 * deleted, and after that its mark.
 *
 * <p>For use by one thread at a time.
 */
final class DueBuckets {

  /** The length of time of a bucket. */
  static final Duration LENGTH = Duration.ofMinutes(10);

  private final SortedMap<Long, Bucket> open = new TreeMap<>();

  private Instant latest = Instant.MIN;

  /** Returns the number of the bucket of a time; later times have the same or a larger one. */
  static long bucketOf(Instant due) {
    return Math.floorDiv(due.getEpochSecond(), LENGTH.toSeconds());
  }

  /** Returns the end of a bucket, which is the first time of the next. */
  static Instant endOf(long bucket) {
    return Instant.ofEpochSecond((bucket + 1) * LENGTH.toSeconds());
  }

  /**
   * Opens a bucket that is marked in the fenced state, at take-over or after its mark was written.
   */
  void open(long bucket) {
    open.computeIfAbsent(bucket, _ -> new Bucket());
  }

  /** How many buckets are open. */
  int size() {
    return open.size();
  }

  /** Whether the bucket of a due time is marked, so that it may contain events. */
  boolean isOpen(Instant due) {
    return open.containsKey(bucketOf(due));
  }

  /** Whether an event may be written to the schedule. */
  enum Place {
    /** It may: its bucket is open, and is held until {@link #end}. */
    OPEN,
    /** Its bucket must be marked and {@link #open opened} first. */
    UNMARKED,
    /** Its due time has passed: it is appended to the log at once. */
    OVER
  }

  private static final class Bucket {

    /** How many events are being written, by due time. */
    private final SortedMap<Instant, Integer> writing = new TreeMap<>();

    private Instant sealed = Instant.MIN;
    private int lifted;
  }

  /**
   * The state of a bucket when a read begins.
   *
   * @param quiet no event that is due earlier is being written: just after now, or the earliest due
   *     time of an event that is being written
   * @param lifted how often a seal of the bucket had been lifted
   */
  record Seal(Instant quiet, int lifted) {}

  /**
   * Begins to write an event.
   *
   * @param due when it is due
   * @param now the time
   * @return whether it may be written
   */
  Place begin(Instant due, Instant now) {
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
      bucket.lifted++;
    }
    bucket.writing.merge(due, 1, Integer::sum);
    return Place.OPEN;
  }

  /**
   * Ends the write of an event, which succeeded or certainly failed, so that it no longer holds its
   * bucket.
   *
   * @param due when it is due
   */
  void end(Instant due) {
    Bucket bucket = open.get(bucketOf(due));
    if (bucket != null) {
      bucket.writing.computeIfPresent(due, (_, writing) -> writing == 1 ? null : writing - 1);
    }
  }

  /**
   * Seals a bucket: no event that is due by now can be written any longer, unless the clock is set
   * back. So a read that begins now finds all events that are due before the seal's {@link
   * Seal#quiet}.
   *
   * @param number of the bucket
   * @param now the time
   * @return to be passed to {@link #holds} after acting on what was read
   */
  Seal seal(long number, Instant now) {
    Bucket bucket = open.get(number);
    if (bucket == null) {
      return new Seal(Instant.MIN, 0);
    }
    Instant afterNow = now.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
    if (bucket.sealed.isBefore(afterNow)) {
      bucket.sealed = afterNow;
    }
    Instant quiet = bucket.writing.isEmpty() ? afterNow : bucket.writing.firstKey();
    return new Seal(quiet.isBefore(afterNow) ? quiet : afterNow, bucket.lifted);
  }

  /**
   * Whether a seal still holds. If so, an event that is written later into the sealed time gets a
   * later timestamp than any that was given out before this call.
   *
   * @param number of the bucket
   * @param seal of the same bucket
   * @return false if the seal was lifted
   */
  boolean holds(long number, Seal seal) {
    Bucket bucket = open.get(number);
    return bucket != null && bucket.lifted == seal.lifted();
  }

  /** The buckets that may contain due events, from the oldest on. */
  List<Long> due(Instant now) {
    return new ArrayList<>(open.headMap(bucketOf(now) + 1).keySet());
  }

  /**
   * When to look again if nothing more is due.
   *
   * @param now the time
   * @return when the next open bucket begins; empty if there is none. Within a bucket, the due time
   *     of the next event decides
   */
  Optional<Instant> nextBegin(Instant now) {
    SortedMap<Long, Bucket> later = open.tailMap(bucketOf(now) + 1);
    return later.isEmpty() ? Optional.empty() : Optional.of(endOf(later.firstKey() - 1));
  }

  /**
   * Whether no event can be written to a bucket any more. Only a read that begins when this is true
   * can tell that all of its events are appended.
   *
   * @param bucket its number
   * @param now the time
   * @return true once its time has passed and no event is being written to it; it then stays true
   */
  boolean isQuiet(long bucket, Instant now) {
    Bucket known = open.get(bucket);
    return isOver(bucket, now) && (known == null || known.writing.isEmpty());
  }

  /**
   * Forgets a bucket whose partition and mark are deleted. The bucket must have been quiet before
   * the read that found all its events appended.
   */
  void close(long bucket) {
    open.remove(bucket);
  }

  /** Once true, it stays true even if the clock is set back. */
  private boolean isOver(long bucket, Instant now) {
    latest = now.isAfter(latest) ? now : latest;
    return !latest.isBefore(endOf(bucket));
  }
}
