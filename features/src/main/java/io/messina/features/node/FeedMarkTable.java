package io.messina.features.node;

import io.messina.api.Position;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Table;
import io.messina.stream.ShardId;

/**
 * The table of marks, which tell the events that were fed: a partition for each version of a
 * feature, shard and reading, with a row for each stretch of events that was fed without a gap. A
 * feed that is created again finds the marks of the one before it; a feed with other pointers takes
 * other parts of the events, and has separate partitions.
 */
final class FeedMarkTable {

  private static final Column<String> FEATURE_KEY = Column.ofText("feature_key");
  private static final Column<String> SHARD = Column.ofText("shard");
  private static final Column<String> READING = Column.ofText("reading");
  private static final Column<Long> FIRST_POSITION = Column.ofLong("first_position");
  private static final Column<Long> LAST_POSITION = Column.ofLong("last_position");

  static final Table FEED_MARKS =
      Table.plain("feed_marks")
          .partitionedBy(FEATURE_KEY, SHARD, READING)
          .clusteredBy(FIRST_POSITION)
          .columns(LAST_POSITION)
          .build();

  private FeedMarkTable() {}

  static PartitionKey partition(String featureKey, ShardId shard, String reading) {
    return FEED_MARKS.partition(
        FEATURE_KEY.of(featureKey),
        SHARD.of(shard.stream() + "/" + shard.number()),
        READING.of(reading));
  }

  static Scan scan(PartitionKey partition) {
    return Scan.of(partition, FEED_MARKS.rows());
  }

  static RowKey key(PartitionKey partition, Stretch stretch) {
    return partition.row(FIRST_POSITION.of(stretch.first().packed()));
  }

  static Row row(PartitionKey partition, Stretch stretch) {
    return Row.of(key(partition, stretch), LAST_POSITION.of(stretch.last().packed()));
  }

  static Stretch stretch(Row row) {
    return new Stretch(
        Position.unpack(row.get(FIRST_POSITION)), Position.unpack(row.get(LAST_POSITION)));
  }
}
