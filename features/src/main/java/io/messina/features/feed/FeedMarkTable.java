package io.messina.features.feed;

import io.messina.store.Column;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.Position;

/** The table of how far feeds have come: a row for each shard of each. */
public final class FeedMarkTable {

  private static final Column<String> FEED = Column.ofText("feed");
  private static final Column<String> FEATURE_KEY = Column.ofText("feature_key");
  private static final Column<String> SHARD = Column.ofText("shard");
  private static final Column<Long> POSITION = Column.ofLong("position");

  /** The declaration. */
  public static final Table FEED_MARKS =
      Table.plain("feed_marks").partitionedBy(FEED, FEATURE_KEY, SHARD).columns(POSITION).build();

  private FeedMarkTable() {}

  static RowKey key(String feed, String featureKey, String shard) {
    return FEED_MARKS.partition(FEED.of(feed), FEATURE_KEY.of(featureKey), SHARD.of(shard)).row();
  }

  static Row row(RowKey key, Position position) {
    return Row.of(key, POSITION.of(position.packed()));
  }

  static Position position(Row row) {
    return Position.unpack(row.get(POSITION));
  }
}
