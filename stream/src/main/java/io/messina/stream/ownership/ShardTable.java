package io.messina.stream.ownership;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.ShardId;

/**
 * The table of shards: the fenced state of their owners. Each part of the owner keeps its rows in a
 * section of its own.
 */
public final class ShardTable {

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Integer> SALT = Column.ofInt("salt");

  /** Static: the address of the process that took the shard last. */
  public static final Column<String> OWNER = Column.ofText("owner");

  /** Static: true from when an owner has released the shard until the next one takes it. */
  public static final Column<Boolean> RELEASED = Column.ofBoolean("released");

  /** Static: the owner writes PLAIN tables with timestamps below this one, in microseconds. */
  public static final Column<Long> TIMESTAMPS_UNTIL = Column.ofLong("timestamps_until");

  /** Which part of the owner a row belongs to. */
  public static final Column<String> SECTION = Column.ofText("section");

  /** The name of a row in its section. */
  public static final Column<String> NAME = Column.ofText("name");

  /** The value, in the form of its section. */
  public static final Column<Bytes> VALUE = Column.ofBytes("value");

  public static final Table SHARDS =
      Table.fenced("shards")
          .partitionedBy(STREAM, SHARD, SALT)
          .clusteredBy(SECTION, NAME)
          .statics(OWNER, RELEASED, TIMESTAMPS_UNTIL)
          .columns(VALUE)
          .build();

  private ShardTable() {}

  /**
   * Returns the partition of a shard's fenced state.
   *
   * @param shard the shard
   * @param salt from its stream's definition; 0 unless the stream chooses where its shards are
   *     placed
   */
  public static PartitionKey partition(ShardId shard, int salt) {
    return SHARDS.partition(
        STREAM.of(shard.stream().toString()), SHARD.of(shard.number()), SALT.of(salt));
  }

  /**
   * Returns a row of the fenced state.
   *
   * @param partition from {@link #partition}
   * @param section of the part of the owner that the row belongs to
   * @param name in the section
   * @param value in the form of the section
   */
  public static Row row(PartitionKey partition, String section, String name, Bytes value) {
    return Row.of(key(partition, section, name), VALUE.of(value));
  }

  /**
   * Returns the key of a row of the fenced state.
   *
   * @param partition from {@link #partition}
   * @param section of the part of the owner that the row belongs to
   * @param name in the section
   */
  public static RowKey key(PartitionKey partition, String section, String name) {
    return partition.row(SECTION.of(section), NAME.of(name));
  }
}
