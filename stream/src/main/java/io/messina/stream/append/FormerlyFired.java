package io.messina.stream.append;

import io.messina.runtime.Micros;
import io.messina.stream.Event;
import io.messina.stream.append.Schedule.Delayed;
import io.messina.stream.lane.LogItem;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.lane.StoredBatch;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Which delayed events former owners appended whose rows stand still, as they could not be deleted.
 * Memory tells of those that came due lately. The others are looked for in the log from when they
 * were due, as nothing is appended before it is due: those of many pages in one reading, by the
 * hashes of their keys. For use by the thread of the loop, but for {@link #mayHold}.
 */
final class FormerlyFired {

  /** How many rows are looked for in one reading of the log; each takes eight bytes meanwhile. */
  static final int ROWS_MAX = 1 << 18;

  /** Half of what memory holds: it does not forget before what rests on it is done. */
  private static final Duration IN_MEMORY = IdempotencyWindow.LENGTH_DEFAULT.dividedBy(2);

  private final ShardSite site;
  private final ShardLog former;
  private final DueRows rows;
  private final long endMicros;
  private long[] asked = {}; // in their order
  private BitSet found = new BitSet(); // which of them

  /**
   * Those of a shard.
   *
   * @param former what former owners appended
   * @param endMicros behind their last append
   */
  FormerlyFired(ShardSite site, ShardLog former, DueRows rows, long endMicros) {
    this.site = site;
    this.former = former;
    this.rows = rows;
    this.endMicros = endMicros;
  }

  /** Whether the log may hold what was due then, and memory not any more. Reads nothing. */
  boolean mayHold(Instant due) {
    return isOld(due) && Micros.of(due) < endMicros;
  }

  /**
   * Takes those events of a page out that former owners appended, unless memory has them.
   *
   * @param page the rows, in their order
   * @param events theirs
   * @param goesOn asked again and again while the log is read
   * @throws NotOwnerException where it does not go on
   */
  void removeFrom(List<Event> events, List<Delayed> page, BooleanSupplier goesOn) {
    if (!mayHold(page.getFirst().due())) {
      asked = new long[0];
      found = new BitSet();
      return;
    }
    if (!page.stream().allMatch(row -> index(hash(row)) >= 0)) {
      lookFor(page, goesOn);
    }
    events.removeIf(event -> found.get(index(hash(event.idempotencyKey().orElseThrow()))));
  }

  private void lookFor(List<Delayed> page, BooleanSupplier goesOn) {
    asked = patiently(() -> hashes(page, goesOn), goesOn);
    found = patiently(() -> read(Micros.of(page.getFirst().due()), goesOn), goesOn);
  }

  /** Those of a page and of what stands behind it. */
  private long[] hashes(List<Delayed> page, BooleanSupplier goesOn) {
    LongStream.Builder hashes = LongStream.builder();
    page.forEach(row -> hashes.add(hash(row)));
    Iterator<Delayed> behind = rows.behind(page.getLast());
    for (int count = page.size(); count < ROWS_MAX && behind.hasNext(); count++) {
      checkGoesOn(goesOn);
      Delayed row = behind.next();
      if (!mayHold(row.due())) {
        break;
      }
      hashes.add(hash(row));
    }
    return hashes.build().sorted().toArray();
  }

  private BitSet read(long micros, BooleanSupplier goesOn) {
    BitSet there = new BitSet(asked.length);
    Iterator<LogItem> items = former.read(former.seek(micros));
    while (items.hasNext()) {
      checkGoesOn(goesOn);
      if (items.next() instanceof StoredBatch batch) {
        batch.batch().events().stream()
            .flatMap(event -> event.idempotencyKey().stream())
            .filter(key -> key.startsWith(InternalKeys.DELAYED_PREFIX))
            .mapToInt(key -> index(hash(key)))
            .filter(index -> index >= 0)
            .forEach(there::set);
      }
    }
    return there;
  }

  private int index(long hash) {
    return Arrays.binarySearch(asked, hash);
  }

  private static long hash(Delayed row) {
    return hash(InternalKeys.DELAYED_PREFIX + row.id());
  }

  private static long hash(String key) {
    return EventDigest.key(key);
  }

  private boolean isOld(Instant due) {
    return due.isBefore(site.time().wall().instant().minus(IN_MEMORY));
  }

  private <T> T patiently(Supplier<T> reading, BooleanSupplier goesOn) {
    return site.read(
            () -> {
              checkGoesOn(goesOn);
              return reading.get();
            })
        .orElseThrow(() -> new NotOwnerException(site.shard()));
  }

  private void checkGoesOn(BooleanSupplier goesOn) {
    if (!goesOn.getAsBoolean()) {
      throw new NotOwnerException(site.shard());
    }
  }
}
