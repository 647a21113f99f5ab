package io.messina.stream.append;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How far the events of each open bucket are appended. Safe for use by many threads. */
final class DueProgress {

  /** When the next event is due; a bucket that was never read is not in it. */
  private final Map<Long, Instant> next = new ConcurrentHashMap<>();

  private final Map<Long, Done> done = new ConcurrentHashMap<>();

  /** Up to where nothing is left, and nothing can come any more while a seal stands. */
  private record Done(Schedule.Place place, int lifted) {}

  /** When to read a bucket: long ago, where it was never read. */
  Instant next(long bucket) {
    return next.getOrDefault(bucket, Instant.EPOCH);
  }

  /** There is nothing to do until something is {@link #waits found} or {@link #added}. */
  void rests(long bucket) {
    next.put(bucket, Instant.MAX);
  }

  /** Something waits in a bucket that has been read. */
  void waits(long bucket, Instant due) {
    next.merge(bucket, due, DueProgress::earlier);
  }

  /** An event was written, which a bucket's first read finds by itself. */
  void added(Instant due) {
    next.computeIfPresent(DueBuckets.bucketOf(due), (_, known) -> earlier(known, due));
  }

  /** Up to where a bucket is done; empty at its beginning, and where its seal was lifted. */
  Optional<Schedule.Place> done(long bucket, DueBuckets.Seal seal) {
    return Optional.ofNullable(done.get(bucket))
        .filter(known -> known.lifted() == seal.lifted())
        .map(Done::place);
  }

  void done(long bucket, DueBuckets.Seal seal, Schedule.Place place) {
    done.put(bucket, new Done(place, seal.lifted()));
  }

  void forget(long bucket) {
    next.remove(bucket);
    done.remove(bucket);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
