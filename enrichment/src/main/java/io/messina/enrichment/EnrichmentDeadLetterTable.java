package io.messina.enrichment;

import io.messina.enrich.Applied;
import io.messina.enrich.FailedEvent;
import io.messina.runtime.Micros;
import io.messina.store.Bytes;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.RecordBatchCodec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The table of dead letters of enrichments: a partition for each shard. A row outlives its letter,
 * without the event, so that an event that was redriven or discarded is not applied after a seek.
 */
final class EnrichmentDeadLetterTable {

  private static final Column<String> ENRICHMENT = Column.ofText("enrichment");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Long> POSITION = Column.ofLong("position");
  private static final Column<Long> WRITTEN = Column.ofLong("written");
  private static final Column<String> ID = Column.ofText("id");
  private static final Column<Bytes> EVENT = Column.ofBytes("event");
  private static final Column<String> CAUSE = Column.ofText("cause");
  private static final Column<String> APPLIED = Column.ofText("applied");
  private static final Column<Integer> ATTEMPTS = Column.ofInt("attempts");
  private static final Column<String> ERROR = Column.ofText("error");
  private static final Column<Instant> DIED = Column.ofInstant("died");

  /** Only in the row before all positions: up to where owners have begun with events. */
  private static final Column<Long> OFFERED_TO = Column.ofLong("offered_to");

  private static final long BEFORE_ALL = -1;

  static final Table DEAD_LETTERS =
      Table.plain("enrichment_dead_letters")
          .partitionedBy(ENRICHMENT, SHARD)
          .clusteredBy(POSITION)
          .columns(WRITTEN, ID, EVENT, CAUSE, APPLIED, ATTEMPTS, ERROR, DIED, OFFERED_TO)
          .build();

  private EnrichmentDeadLetterTable() {}

  static PartitionKey partition(String enrichment, int shard) {
    return DEAD_LETTERS.partition(ENRICHMENT.of(enrichment), SHARD.of(shard));
  }

  static RowKey offeredKey(PartitionKey partition) {
    return key(partition, BEFORE_ALL);
  }

  static Row offered(PartitionKey partition, long to) {
    return Row.of(offeredKey(partition), OFFERED_TO.of(to));
  }

  static long offeredTo(Row row) {
    return row.get(OFFERED_TO);
  }

  static ClusteringRange from(long position) {
    return DEAD_LETTERS.rows().atLeast(POSITION.of(position));
  }

  static RowKey key(PartitionKey partition, long position) {
    return partition.row(POSITION.of(position));
  }

  static long position(Row row) {
    return row.key().get(POSITION);
  }

  /** Returns the row with another write timestamp. */
  static Row written(Row row, long timestampMicros) {
    return find(row)
        .map(letter -> row(row.key(), letter, timestampMicros))
        .orElseGet(() -> gone(row.key(), timestampMicros));
  }

  static long written(Row row) {
    return row.get(WRITTEN);
  }

  static Row gone(RowKey key, long timestampMicros) {
    return Row.of(key, WRITTEN.of(timestampMicros));
  }

  static Row row(RowKey key, EnrichmentDeadLetter letter, long timestampMicros) {
    StoredEvent stored = letter.stored();
    RecordBatch event = new RecordBatch(Micros.of(stored.appendTime()), List.of(stored.event()));
    return Row.of(
        key,
        WRITTEN.of(timestampMicros),
        ID.of(stored.id().toString()),
        EVENT.of(RecordBatchCodec.encode(event)),
        CAUSE.of(letter.cause().name()),
        APPLIED.of(letter.applied().name()),
        ATTEMPTS.of(letter.attempts()),
        ERROR.of(letter.error()),
        DIED.of(letter.died().truncatedTo(ChronoUnit.MILLIS)));
  }

  /** Returns the letter of a row; empty if it was redriven or discarded, or cannot be read. */
  static Optional<EnrichmentDeadLetter> find(Row row) {
    return row.find(EVENT)
        .map(RecordBatchCodec::decode)
        .filter(RecordBatch.class::isInstance)
        .map(RecordBatch.class::cast)
        .map(
            batch ->
                new EnrichmentDeadLetter(
                    new StoredEvent(
                        EventAddress.parse(row.get(ID)),
                        batch.events().getFirst(),
                        Micros.toInstant(batch.firstAppendMicros())),
                    FailedEvent.Cause.valueOf(row.get(CAUSE)),
                    Applied.valueOf(row.get(APPLIED)),
                    row.get(ATTEMPTS),
                    row.get(ERROR),
                    row.get(DIED)));
  }
}
