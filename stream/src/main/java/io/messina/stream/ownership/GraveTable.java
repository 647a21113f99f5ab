package io.messina.stream.ownership;

import io.messina.store.Column;
import io.messina.store.Incarnation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;

/**
 * The table of graves: a row for each incarnation that was declared dead. Whoever takes a shard
 * from a dead owner writes that owner's grave first. An owner that acts on, for example since its
 * machine stood still with all of its clocks, finds it before it acknowledges anything.
 *
 * <p>Rows stay for good: an incarnation may wake at any time. There is one for each incarnation
 * that died with shards.
 */
public final class GraveTable {

  private static final Column<String> INCARNATION = Column.ofText("incarnation");
  private static final Column<String> BURIED_BY = Column.ofText("buried_by");

  public static final Table GRAVES =
      Table.plain("graves").partitionedBy(INCARNATION).columns(BURIED_BY).build();

  private GraveTable() {}

  static RowKey key(Incarnation incarnation) {
    return GRAVES.partition(INCARNATION.of(incarnation.toString())).row();
  }

  /**
   * Declares an incarnation dead.
   *
   * @param dead the incarnation
   * @param by who says so
   * @param timestampMicros of the write
   */
  static PlainBatch burial(Incarnation dead, Incarnation by, long timestampMicros) {
    RowKey key = key(dead);
    return PlainBatch.in(key.partition(), timestampMicros)
        .put(Row.of(key, BURIED_BY.of(by.toString())))
        .build();
  }
}
