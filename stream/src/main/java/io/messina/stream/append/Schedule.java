package io.messina.stream.append;

import io.messina.store.Bytes;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.ShardId;
import java.time.Instant;

/**
 * The table of delayed events: a partition per shard and due bucket, with rows in the order of
 * their due times.
 */
public final class Schedule {

  public static final Table TABLE;

  /** The bucket of damaged rows. It has no time, so it is never read. */
  public static final long SET_ASIDE = -1;

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Long> BUCKET = Column.ofLong("due_bucket");
  private static final Column<Instant> DUE = Column.ofInstant("due");
  private static final Column<String> ID = Column.ofText("id");
  private static final Column<Bytes> EVENT = Column.ofBytes("event");

  static {
    TABLE =
        Table.plain("schedule")
            .partitionedBy(STREAM, SHARD, BUCKET)
            .clusteredBy(DUE, ID)
            .columns(EVENT)
            .build();
  }

  private Schedule() {}

  /**
   * A delayed event.
   *
   * @param due when it may be appended at the earliest, in whole milliseconds
   * @param id under which it was acknowledged, and its idempotency key when it is appended
   * @param event a record batch of this event alone
   */
  public record Delayed(Instant due, String id, Bytes event) {}

  /**
   * The place of an event in its bucket.
   *
   * @param due when it may be appended at the earliest
   * @param id its id
   */
  record Place(Instant due, String id) {

    static Place of(Delayed delayed) {
      return new Place(delayed.due(), delayed.id());
    }

    ClusteringRange behind() {
      return TABLE.rows().above(DUE.of(due), ID.of(id));
    }

    ClusteringRange upToHere() {
      return TABLE.rows().atMost(DUE.of(due), ID.of(id));
    }
  }

  /**
   * The partition of a bucket, which is deleted as a whole once the bucket is done.
   *
   * @param shard the shard
   * @param bucket see {@link DueBuckets#bucketOf}
   */
  public static PartitionKey partition(ShardId shard, long bucket) {
    return TABLE.partition(
        STREAM.of(shard.stream().toString()), SHARD.of(shard.number()), BUCKET.of(bucket));
  }

  /** The key of an event's row, to cancel it. */
  public static RowKey key(ShardId shard, Instant due, String id) {
    return partition(shard, DueBuckets.bucketOf(due)).row(DUE.of(due), ID.of(id));
  }

  public static Row row(ShardId shard, Delayed delayed) {
    return Row.of(key(shard, delayed.due(), delayed.id()), EVENT.of(delayed.event()));
  }

  static Row rowSetAside(ShardId shard, Delayed delayed) {
    RowKey key = partition(shard, SET_ASIDE).row(DUE.of(delayed.due()), ID.of(delayed.id()));
    return Row.of(key, EVENT.of(delayed.event()));
  }

  /** Decodes a row of the table. */
  public static Delayed delayed(Row row) {
    return new Delayed(row.get(DUE), row.get(ID), row.get(EVENT));
  }
}
