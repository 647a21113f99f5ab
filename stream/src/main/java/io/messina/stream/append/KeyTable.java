package io.messina.stream.append;

import io.messina.api.StreamOptions;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.DelayedAddress;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;

/**
 * The table of idempotency keys: one partition and row per key. A key that is remembered for longer
 * than in memory has a row, which is written once its event is durable, before the event is
 * acknowledged. The key of a delayed event has a row that is written before the event.
 */
public final class KeyTable {

  public static final Table TABLE;

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<String> KEY = Column.ofText("idempotency_key");
  private static final Column<String> ID = Column.ofText("id");
  private static final Column<Integer> BODY = Column.ofInt("body");

  static {
    TABLE =
        Table.plain("keys")
            .partitionedBy(STREAM, SHARD, KEY)
            .columns(ID, BODY)
            .expiring(StreamOptions.DEDUPLICATE_MAX)
            .build();
  }

  private KeyTable() {}

  /** The value of a row: the id of the first event of a key, and the hash of its body. */
  record Kept(EventAddress id, int body) {}

  /** The value of a delayed event's row: its id, and the hash of its body. */
  record Accepted(DelayedAddress id, int body) {}

  static PartitionKey partition(ShardId shard, String key) {
    return TABLE.partition(
        STREAM.of(shard.stream().toString()), SHARD.of(shard.number()), KEY.of(key));
  }

  static RowKey key(ShardId shard, String key) {
    return partition(shard, key).row();
  }

  static Row row(ShardId shard, String key, Kept kept) {
    return Row.of(key(shard, key), ID.of(kept.id().toString()), BODY.of(kept.body()));
  }

  static Kept kept(Row row) {
    return new Kept(EventAddress.parse(row.get(ID)), row.get(BODY));
  }

  static Row row(ShardId shard, String key, Accepted accepted) {
    return Row.of(key(shard, key), ID.of(accepted.id().toString()), BODY.of(accepted.body()));
  }

  static Accepted accepted(Row row) {
    return new Accepted(DelayedAddress.parse(row.get(ID)), row.get(BODY));
  }
}
