package io.messina.features.feed;

import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Table;
import io.messina.stream.Position;

/**
 * The table of what feeds have fed: a partition for each shard of each, with a row for each stretch
 * of events that one creation of a feature's version was fed without a gap.
 */
public final class FeedMarkTable {

  private static final Column<String> FEED = Column.ofText("feed");
  private static final Column<String> SHARD = Column.ofText("shard");
  private static final Column<String> FEATURE_KEY = Column.ofText("feature_key");
  private static final Column<Long> FIRST_POSITION = Column.ofLong("first_position");
  private static final Column<Long> LAST_POSITION = Column.ofLong("last_position");

  /** The declaration. */
  public static final Table FEED_MARKS =
      Table.plain("feed_marks")
          .partitionedBy(FEED, SHARD)
          .clusteredBy(FEATURE_KEY, FIRST_POSITION)
          .columns(LAST_POSITION)
          .build();

  private FeedMarkTable() {}

  static PartitionKey partition(String feed, String shard) {
    return FEED_MARKS.partition(FEED.of(feed), SHARD.of(shard));
  }

  static Scan scan(PartitionKey partition, String featureKey) {
    return Scan.of(partition, FEED_MARKS.rows().within(FEATURE_KEY.of(featureKey)));
  }

  static Row row(PartitionKey partition, String featureKey, Stretch stretch) {
    return Row.of(
        partition.row(FEATURE_KEY.of(featureKey), FIRST_POSITION.of(stretch.first().packed())),
        LAST_POSITION.of(stretch.last().packed()));
  }

  static Stretch stretch(Row row) {
    return new Stretch(
        Position.unpack(row.get(FIRST_POSITION)), Position.unpack(row.get(LAST_POSITION)));
  }
}
