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
 * Which partitions of a shard's {@link Schedule} hold something, and which of them to read when. A
 * bucket is opened, which the owner writes to its fenced state, before the first event is written
 * to it, so that a new owner knows where to look and an empty schedule costs nothing. It is done
 * once its time is over and all its events are appended; then its partition is deleted whole, and
 * after that its mark.
 *
 * <p>For use by one thread at a time.
 */
final class DueBuckets {

  /** How much time falls into one bucket. */
  static final Duration LENGTH = Duration.ofMinutes(10);

  private final SortedMap<Long, Bucket> open = new TreeMap<>();

  private Instant latest = Instant.MIN;

  /**
   * The bucket of a time.
   *
   * @param due a time
   * @return its number; later times have the same or a larger one
   */
  static long bucketOf(Instant due) {
    return Math.floorDiv(due.getEpochSecond(), LENGTH.toSeconds());
  }

  /**
   * When a bucket is over.
   *
   * @param bucket its number
   * @return the first time that belongs to the next
   */
  static Instant endOf(long bucket) {
    return Instant.ofEpochSecond((bucket + 1) * LENGTH.toSeconds());
  }

  /**
   * Takes over the buckets that stand marked in the fenced state, and notes a mark that was
   * written.
   *
   * @param bucket its number
   */
  void open(long bucket) {
    open.computeIfAbsent(bucket, _ -> new Bucket());
  }

  /**
   * How many buckets are open.
   *
   * @return from 0
   */
  int size() {
    return open.size();
  }

  /**
   * Whether a bucket may hold something.
   *
   * @param due when an event in it is due
   * @return true where it is marked
   */
  boolean isOpen(Instant due) {
    return open.containsKey(bucketOf(due));
  }

  /** Whether an event may be written to the schedule. */
  enum Place {
    /** It may: its bucket is open, and is held until {@link #end}. */
    OPEN,
    /** Its bucket must be marked and {@link #open opened} first. */
    UNMARKED,
    /** Its time has passed, so that it is due: it goes to the log at once. */
    OVER
  }

  /** What is known of an open bucket. */
  private static final class Bucket {

    /** How many events are being written, by when they are due. */
    private final SortedMap<Instant, Integer> writing = new TreeMap<>();

    private Instant sealed = Instant.MIN;
    private int lifted;
  }

  /**
   * What stands for a read that begins now.
   *
   * @param quiet before which nothing is being written: just after now, unless something is being
   *     written that is due earlier
   * @param lifted how often a seal of the bucket was lifted
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
   * Notes that an event was written, or certainly not, so that it holds its bucket no longer.
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
   * Lets nothing more be written that is due by now, so that what a read finds from here on is all
   * there will ever be up to some time, unless the clock is set back.
   *
   * @param number of the bucket
   * @param now the time
   * @return what to ask {@link #holds} of, once something was done that rests on it
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
   * Whether a seal stands still. If so, what will be written behind it will have a later timestamp
   * than any that was given out before this was asked.
   *
   * @param number of the bucket
   * @param seal of the same bucket
   * @return false where it was lifted
   */
  boolean holds(long number, Seal seal) {
    Bucket bucket = open.get(number);
    return bucket != null && bucket.lifted == seal.lifted();
  }

  /**
   * The buckets that may hold events that are due.
   *
   * @param now the time
   * @return from the oldest on
   */
  List<Long> due(Instant now) {
    return new ArrayList<>(open.headMap(bucketOf(now) + 1).keySet());
  }

  /**
   * When to look again where nothing more is due.
   *
   * @param now the time
   * @return when the next bucket begins that holds something; empty where none does. Within a
   *     bucket the next event's own time tells
   */
  Optional<Instant> nextBegin(Instant now) {
    SortedMap<Long, Bucket> later = open.tailMap(bucketOf(now) + 1);
    return later.isEmpty() ? Optional.empty() : Optional.of(endOf(later.firstKey() - 1));
  }

  /**
   * Whether nothing will be written to a bucket any more. Only a read that begins when this is true
   * can tell that all of its events are appended.
   *
   * @param bucket its number
   * @param now the time
   * @return true once it is over and nothing is being written to it; then it stays so
   */
  boolean isQuiet(long bucket, Instant now) {
    Bucket known = open.get(bucket);
    return isOver(bucket, now) && (known == null || known.writing.isEmpty());
  }

  /**
   * Forgets a bucket whose partition and mark are deleted: it was quiet before the read that found
   * all its events appended.
   *
   * @param bucket its number
   */
  void close(long bucket) {
    open.remove(bucket);
  }

  /** Once over, over for good, also where the clock is set back. */
  private boolean isOver(long bucket, Instant now) {
    latest = now.isAfter(latest) ? now : latest;
    return !latest.isBefore(endOf(bucket));
  }
}
