package io.messina.stream.append;

import io.messina.store.ClusteringRange;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.stream.append.Schedule.Delayed;
import io.messina.stream.owner.ShardSite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Reads and writes the rows of a shard's {@link Schedule}. Safe for use by many threads. */
record DueRows(ShardSite site) {

  /** How many rows are appended at once. */
  static final int ROWS_MAX = 1_000;

  /** How many bytes of rows are appended at once; a single row may be larger. */
  static final long BYTES_MAX = 1 << 20;

  private static final int DELETES_MAX = 100;

  /**
   * A page of due rows.
   *
   * @param due in their order
   * @param next the due time of the next row that is not due yet, if one was read
   */
  record Page(List<Delayed> due, Optional<Instant> next) {}

  /** Writes a row. Returns whether it is durable; if not, the shard is lost. */
  boolean put(Delayed delayed) {
    Row row = Schedule.row(site.shard(), delayed);
    return site.write(row.key().partition(), batch -> batch.put(row));
  }

  /** The row of an event that is still waiting. */
  Optional<Delayed> find(Instant due, String id) {
    RowKey key = Schedule.key(site.shard(), due, id);
    return site.readOwned(() -> site.context().store().get(key)).map(Schedule::delayed);
  }

  /** Reads a page of due rows after a place. */
  Page page(long bucket, Optional<Schedule.Place> behind, Instant now) {
    return site.readOwned(() -> read(bucket, behind, now));
  }

  /** Iterates over the rows of a bucket after a row, page by page; throws as the store does. */
  Iterator<Row> behind(Delayed row) {
    PartitionKey bucket = Schedule.partition(site.shard(), DueBuckets.bucketOf(row.due()));
    return site.context().store().scan(Scan.of(bucket, Schedule.Place.of(row).behind()));
  }

  /** Deletes rows of one bucket. Returns whether that is durable; if not, the shard is lost. */
  boolean delete(List<Delayed> rows) {
    for (int from = 0; from < rows.size(); from += DELETES_MAX) {
      List<RowKey> keys =
          rows.subList(from, Math.min(from + DELETES_MAX, rows.size())).stream()
              .map(each -> Schedule.key(site.shard(), each.due(), each.id()))
              .toList();
      if (!site.write(keys.getFirst().partition(), batch -> keys.forEach(batch::delete))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Deletes all rows of a bucket up to a place, as of now. Each such deletion covers the one
   * before, so that a read skips a single range tombstone, however many events a bucket had.
   *
   * @throws io.messina.store.StoreUnavailableException if no timestamp is left, because the shard
   *     is lost
   */
  PlainBatch deletionUpTo(long bucket, Schedule.Place place) {
    return PlainBatch.in(Schedule.partition(site.shard(), bucket), site.timestamps().next())
        .delete(place.upToHere())
        .build();
  }

  /** Keeps damaged rows for people to inspect. Returns whether that is durable. */
  boolean setAside(List<Delayed> damaged) {
    for (Delayed each : damaged) {
      PartitionKey aside = Schedule.partition(site.shard(), Schedule.SET_ASIDE);
      if (!site.write(aside, batch -> batch.put(Schedule.rowSetAside(site.shard(), each)))) {
        return false;
      }
    }
    return true;
  }

  /** Deletes the partition of a bucket that is done. */
  boolean deleteAll(long bucket) {
    return site.write(
        Schedule.partition(site.shard(), bucket), PlainBatch.Builder::deletePartition);
  }

  private Page read(long bucket, Optional<Schedule.Place> behind, Instant now) {
    ClusteringRange range = behind.map(Schedule.Place::behind).orElseGet(Schedule.TABLE::rows);
    Iterator<Row> rows =
        site.context()
            .store()
            .scan(Scan.of(Schedule.partition(site.shard(), bucket), range).first(ROWS_MAX + 1));
    List<Delayed> due = new ArrayList<>();
    long bytes = 0;
    while (rows.hasNext()) {
      Delayed next = Schedule.delayed(rows.next());
      bytes += next.event().length();
      boolean full = due.size() == ROWS_MAX || (!due.isEmpty() && bytes > BYTES_MAX);
      if (full || next.due().isAfter(now)) {
        return new Page(due, Optional.of(next.due()));
      }
      due.add(next);
    }
    return new Page(due, Optional.empty());
  }
}
