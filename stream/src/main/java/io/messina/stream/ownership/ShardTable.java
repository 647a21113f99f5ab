package io.messina.stream.ownership;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.ShardId;

/**
 * The table of shards: whatever the owner of a shard must keep under its fence. Each part of the
 * owner keeps its rows in a section of its own.
 */
public final class ShardTable {

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Integer> SALT = Column.ofInt("salt");

  /** Static: the address of the process that took the shard last. */
  public static final Column<String> OWNER = Column.ofText("owner");

  /** Static: true from when an owner has let go of the shard until the next one takes it. */
  public static final Column<Boolean> RELEASED = Column.ofBoolean("released");

  /** Static: the owner writes PLAIN tables with timestamps below this one, in microseconds. */
  public static final Column<Long> TIMESTAMPS_UNTIL = Column.ofLong("timestamps_until");

  /** Which part of the owner a row belongs to. */
  public static final Column<String> SECTION = Column.ofText("section");

  /** The name of a row in its section. */
  public static final Column<String> NAME = Column.ofText("name");

  /** What the row says, in the form of its section. */
  public static final Column<Bytes> VALUE = Column.ofBytes("value");

  /** The declaration. */
  public static final Table SHARDS =
      Table.fenced("shards")
          .partitionedBy(STREAM, SHARD, SALT)
          .clusteredBy(SECTION, NAME)
          .statics(OWNER, RELEASED, TIMESTAMPS_UNTIL)
          .columns(VALUE)
          .build();

  private ShardTable() {}

  /**
   * Where a shard's fenced state is.
   *
   * @param shard the shard
   * @param salt what its stream's definition says; 0 unless the stream chooses where its shards
   *     live
   * @return the partition
   */
  public static PartitionKey partition(ShardId shard, int salt) {
    return SHARDS.partition(
        STREAM.of(shard.stream().toString()), SHARD.of(shard.number()), SALT.of(salt));
  }

  /**
   * A row of the fenced state.
   *
   * @param partition what {@link #partition} gave
   * @param section which part of the owner it belongs to
   * @param name its name in the section
   * @param value what it says
   * @return the row
   */
  public static Row row(PartitionKey partition, String section, String name, Bytes value) {
    return Row.of(key(partition, section, name), VALUE.of(value));
  }

  /**
   * Where a row of the fenced state is.
   *
   * @param partition what {@link #partition} gave
   * @param section which part of the owner it belongs to
   * @param name its name in the section
   * @return its key
   */
  public static RowKey key(PartitionKey partition, String section, String name) {
    return partition.row(SECTION.of(section), NAME.of(name));
  }
}
