package io.messina.stream.append;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How far the events of each open bucket are appended. Safe for use by many threads. */
final class DueProgress {

  /** When the next event is due; without buckets that were never read. */
  private final Map<Long, Instant> next = new ConcurrentHashMap<>();

  private final Map<Long, Done> done = new ConcurrentHashMap<>();

  /** The place up to which no event is left, and none can be added while a seal holds. */
  private record Done(Schedule.Place place, int lifted) {}

  /** When to read a bucket: in the distant past if it was never read. */
  Instant next(long bucket) {
    return next.getOrDefault(bucket, Instant.EPOCH);
  }

  /** The bucket has nothing to do until an event is {@link #waits found} or {@link #added}. */
  void rests(long bucket) {
    next.put(bucket, Instant.MAX);
  }

  /** An event was found in a bucket that has been read. */
  void waits(long bucket, Instant due) {
    next.merge(bucket, due, DueProgress::earlier);
  }

  /** An event was written. The first read of a bucket finds it in any case. */
  void added(Instant due) {
    next.computeIfPresent(DueBuckets.bucketOf(due), (_, known) -> earlier(known, due));
  }

  /** The place up to which a bucket is done; empty at its beginning, and if its seal was lifted. */
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
