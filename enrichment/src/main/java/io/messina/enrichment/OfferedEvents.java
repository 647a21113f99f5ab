package io.messina.enrichment;

import io.messina.store.Column;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.stream.follow.JobDeadLetters;

/**
 * The note of a shard that says which events its owners may have applied: a row before its dead
 * letters. A row of a dead letter outlives the letter, without the event, so that an event that was
 * redriven or discarded is not applied after a seek.
 *
 * @param store with the table of {@link #LAYOUT}
 * @param key of the row
 */
record OfferedEvents(Store store, RowKey key) {

  private static final Column<Long> OFFERED_TO = Column.ofLong("offered_to");
  private static final long BEFORE_ALL = -1;

  /** The layout of the dead letters of enrichments. */
  static final JobDeadLetters.Layout LAYOUT =
      JobDeadLetters.Layout.keepingPlaces(
          "enrichment_dead_letters",
          Column.ofText("enrichment"),
          Column.ofText("error"),
          OFFERED_TO);

  OfferedEvents(Store store, String enrichment, int shard) {
    this(store, LAYOUT.key(enrichment, shard, BEFORE_ALL));
  }

  /** Returns the last position with which owners may have begun; -1 if none has. */
  long to() {
    return store.get(key).map(row -> row.get(OFFERED_TO)).orElse(-1L);
  }

  /** Says so, before the first of these events is applied. */
  void note(long to, long timestampMicros) {
    store.write(
        PlainBatch.in(key.partition(), timestampMicros)
            .put(Row.of(key, OFFERED_TO.of(to)))
            .build());
  }
}
