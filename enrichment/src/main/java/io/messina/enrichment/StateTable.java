package io.messina.enrichment;

import io.messina.enrich.StateRow;
import io.messina.store.Bytes;
import io.messina.store.Cell;
import io.messina.store.Column;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;

/**
 * The table of the states of keys: a partition of one row for each. Its writers are the owners of
 * the shards, under their timestamps, so that a late write of a former owner loses.
 */
final class StateTable {

  private static final Column<String> ENRICHMENT = Column.ofText("enrichment");
  private static final Column<Bytes> KEY = Column.ofBytes("event_key");
  private static final Column<Bytes> STATE = Column.ofBytes("state");
  private static final Column<Long> POSITION = Column.ofLong("position");

  static final Table STATES =
      Table.plain("enriched_states")
          .partitionedBy(ENRICHMENT, KEY)
          .columns(STATE, POSITION)
          .build();

  private StateTable() {}

  static RowKey key(String enrichment, Bytes key) {
    return STATES.partition(ENRICHMENT.of(enrichment), KEY.of(key)).row();
  }

  static <S> Row row(RowKey key, StateRow<S> row, StateCodec<S> codec) {
    S state = row.state();
    Cell<Long> position = POSITION.of(row.position());
    return state == null
        ? Row.of(key, position)
        : Row.of(key, position, STATE.of(codec.encode(state)));
  }

  static <S> StateRow<S> read(Row row, long generation, StateCodec<S> codec) {
    return new StateRow<>(
        row.find(STATE).map(codec::decode).orElse(null), generation, row.get(POSITION));
  }
}
