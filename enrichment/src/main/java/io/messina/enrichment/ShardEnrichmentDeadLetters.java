package io.messina.enrichment;

import io.messina.api.Position;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.stream.log.RecordBatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The dead letters of an enrichment on a shard.
 *
 * @param store with {@link EnrichmentDeadLetterTable#DEAD_LETTERS}
 * @param partition of the enrichment and the shard
 */
record ShardEnrichmentDeadLetters(Store store, PartitionKey partition) {

  private static final long READ_BYTES_MAX = 16L << 20;

  ShardEnrichmentDeadLetters(Store store, String enrichment, int shard) {
    this(store, EnrichmentDeadLetterTable.partition(enrichment, shard));
  }

  /**
   * Takes over from a former owner, or from an earlier time of this one: what it still writes late
   * will not count.
   *
   * @param from the committed position
   * @param timestamps of this owner
   * @return the positions of events, from there on, that are not to be applied
   */
  Set<Long> takeOver(Position from, LongSupplier timestamps) {
    long cutMicros = timestamps.getAsLong();
    long keptMicros = timestamps.getAsLong();
    Set<Long> kept = new HashSet<>();
    // Kept before the cut, so that a crash in between loses none.
    for (Row row : rows(from)) {
      put(EnrichmentDeadLetterTable.written(row, keptMicros), keptMicros);
      kept.add(EnrichmentDeadLetterTable.position(row));
    }
    store.write(
        PlainBatch.in(partition, cutMicros)
            .delete(EnrichmentDeadLetterTable.from(from.packed()))
            .build());
    return kept;
  }

  /** Returns up to where owners have begun with events; -1 if none has. */
  long offeredTo() {
    return store
        .get(EnrichmentDeadLetterTable.offeredKey(partition))
        .map(EnrichmentDeadLetterTable::offeredTo)
        .orElse(-1L);
  }

  /** Says so, before the first of them is applied. */
  void offering(long to, long timestampMicros) {
    put(EnrichmentDeadLetterTable.offered(partition, to), timestampMicros);
  }

  void store(EnrichmentDeadLetter letter, long timestampMicros) {
    long position = letter.stored().id().position().packed();
    put(
        EnrichmentDeadLetterTable.row(
            EnrichmentDeadLetterTable.key(partition, position), letter, timestampMicros),
        timestampMicros);
  }

  /** Forgets the event of a letter; a later owner must not have taken it over meanwhile. */
  void remove(Position position) {
    for (Row row : rows(position)) {
      if (EnrichmentDeadLetterTable.position(row) == position.packed()) {
        long timestampMicros = EnrichmentDeadLetterTable.written(row) + 1;
        put(EnrichmentDeadLetterTable.gone(row.key(), timestampMicros), timestampMicros);
      }
      return;
    }
  }

  /**
   * Returns letters in the order of their positions, from one up to another, with so many bytes of
   * events or a little more.
   */
  List<EnrichmentDeadLetter> read(Position from, Position end, int max) {
    List<EnrichmentDeadLetter> letters = new ArrayList<>();
    long bytes = 0;
    for (Row row : rows(from)) {
      if (letters.size() == max
          || bytes >= READ_BYTES_MAX
          || EnrichmentDeadLetterTable.position(row) >= end.packed()) {
        break;
      }
      Optional<EnrichmentDeadLetter> letter = EnrichmentDeadLetterTable.find(row);
      letter.ifPresent(letters::add);
      bytes += letter.map(it -> RecordBatch.bytesAtMost(it.stored().event())).orElse(0);
    }
    return letters;
  }

  private Iterable<Row> rows(Position from) {
    return () -> store.scan(Scan.of(partition, EnrichmentDeadLetterTable.from(from.packed())));
  }

  private void put(Row row, long timestampMicros) {
    store.write(PlainBatch.in(partition, timestampMicros).put(row).build());
  }
}
