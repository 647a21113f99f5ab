package io.messina.stream.append;

import io.messina.runtime.Micros;
import io.messina.store.Row;
import io.messina.stream.Event;
import io.messina.stream.append.Schedule.Delayed;
import io.messina.stream.log.LogItem;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardSite;
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
 * Finds the delayed events that former owners appended but whose rows they could not delete. Memory
 * knows those that came due recently. The others are searched in the log from their due time on,
 * because no event is appended before it is due: the events of many pages in one read of the log,
 * by the hashes of their keys. For use by the thread of the loop, except {@link #mayHold}.
 */
final class FormerlyFired {

  /** How many rows are searched in one read of the log; each takes eight bytes during it. */
  static final int ROWS_MAX = 1 << 18;

  /**
   * Half of the window, so that memory does not forget a key before work that relies on it is done.
   */
  private static final Duration IN_MEMORY = IdempotencyWindow.LENGTH_DEFAULT.dividedBy(2);

  private final ShardSite site;
  private final ShardLog former;
  private final DueRows rows;
  private final long endMicros;
  private final BooleanSupplier goesOn;
  private long[] asked = {}; // ascending
  private BitSet found = new BitSet(); // which of them were found

  /**
   * @param former what former owners appended
   * @param endMicros later than their last append
   * @param goesOn asked again and again while rows or the log are read
   */
  FormerlyFired(
      ShardSite site, ShardLog former, DueRows rows, long endMicros, BooleanSupplier goesOn) {
    this.site = site;
    this.former = former;
    this.rows = rows;
    this.endMicros = endMicros;
    this.goesOn = goesOn;
  }

  /**
   * Whether the log may contain an event that was due then, and memory no longer knows it. Reads
   * nothing.
   */
  boolean mayHold(Instant due) {
    return due.isBefore(site.context().time().wall().instant().minus(IN_MEMORY))
        && Micros.of(due) < endMicros;
  }

  /**
   * Removes the events of a page that former owners appended, except those in memory.
   *
   * @param events the events of the rows
   * @param page the rows, in their order
   * @throws NotOwnerException if it does not go on
   */
  void removeFrom(List<Event> events, List<Delayed> page) {
    if (!mayHold(page.getFirst().due())) {
      asked = new long[0];
      found = new BitSet();
      return;
    }
    if (!page.stream().allMatch(row -> index(hash(row)) >= 0)) {
      lookFor(page);
    }
    events.removeIf(
        event -> found.get(index(EventDigest.key(event.idempotencyKey().orElseThrow()))));
  }

  private void lookFor(List<Delayed> page) {
    asked = patiently(() -> hashes(page));
    found = patiently(() -> read(Micros.of(page.getFirst().due())));
  }

  /** The hashes of a page and of the rows after it. */
  private long[] hashes(List<Delayed> page) {
    LongStream.Builder hashes = LongStream.builder();
    page.forEach(row -> hashes.add(hash(row)));
    Iterator<Row> behind = rows.behind(page.getLast());
    for (int count = page.size(); count < ROWS_MAX && behind.hasNext(); count++) {
      checkGoesOn();
      Delayed row = Schedule.delayed(behind.next());
      if (!mayHold(row.due())) {
        break;
      }
      hashes.add(hash(row));
    }
    return hashes.build().sorted().toArray();
  }

  private BitSet read(long micros) {
    BitSet there = new BitSet(asked.length);
    Iterator<LogItem> items = former.read(former.seek(micros));
    while (items.hasNext()) {
      checkGoesOn();
      if (items.next() instanceof StoredBatch batch) {
        batch.batch().events().stream()
            .flatMap(event -> event.idempotencyKey().stream())
            .filter(key -> key.startsWith(InternalKeys.DELAYED_PREFIX))
            .mapToInt(key -> index(EventDigest.key(key)))
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
    return EventDigest.key(InternalKeys.DELAYED_PREFIX + row.id());
  }

  private <T> T patiently(Supplier<T> reading) {
    return site.readOwned(
        () -> {
          checkGoesOn();
          return reading.get();
        });
  }

  private void checkGoesOn() {
    if (!goesOn.getAsBoolean()) {
      throw new NotOwnerException(site.shard());
    }
  }
}
