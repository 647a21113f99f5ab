package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.TEXT;

import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Writes to a PLAIN partition, in numbers so small that they meet. All puts of one timestamp have
 * equal content and expiry, since the result of contradicting ones is not defined.
 *
 * @param expiries when the puts of each timestamp expire, counted in {@link #EXPIRY_STEP} from the
 *     start, also backwards
 * @param steps in the order of their arrival
 */
record PlainHistory(List<Optional<Integer>> expiries, List<Step> steps) {

  static final int TIMESTAMPS = 8;

  /** So long that no database's own expiry strikes while a history runs. */
  private static final Duration EXPIRY_STEP = Duration.ofMinutes(10);

  /**
   * A batch, the time of its arrival, and the read after it.
   *
   * @param timestamp from 0 to {@link #TIMESTAMPS}, exclusive
   * @param changes some of which may contradict each other: then deletes count
   * @param arrival the time of the clock, unless it is later already
   * @param reading the read afterwards
   */
  record Step(int timestamp, List<RowChange> changes, Arrival arrival, Reading reading) {}

  /**
   * A moment at which rows may expire, or one millisecond earlier.
   *
   * @param expiry as in {@link #expiries}
   * @param before whether it is one millisecond earlier
   */
  record Arrival(int expiry, boolean before) {

    Instant after(Instant start) {
      return moment(start, expiry).minusMillis(before ? 1 : 0);
    }
  }

  PlainBatch batch(Step step, PartitionKey partition, Instant start) {
    long startMicros = ChronoUnit.MICROS.between(Instant.EPOCH, start);
    PlainBatch.Builder batch = PlainBatch.in(partition, startMicros + step.timestamp());
    for (RowChange change : step.changes()) {
      switch (change) {
        case RowChange.Put _ -> {} // below, unless it is deleted too
        case RowChange.DeleteRow delete -> batch.delete(delete.place().in(partition));
        case RowChange.DeleteRange delete -> batch.delete(delete.bounds().in(partition.table()));
        case RowChange.DeleteAll _ -> batch.deletePartition();
      }
    }
    Optional<Integer> expiry = expiries.get(step.timestamp());
    for (RowKey key : RowChange.puts(step.changes(), partition)) {
      Row row = content(key, step.timestamp());
      expiry.ifPresentOrElse(steps -> batch.put(row, moment(start, steps)), () -> batch.put(row));
    }
    return batch.build();
  }

  /** Other values for each timestamp, and not always all. */
  private static Row content(RowKey key, long timestamp) {
    return timestamp % 3 == 0
        ? Row.of(key, NUMBER.of(timestamp))
        : Row.of(key, NUMBER.of(timestamp), TEXT.of("text " + timestamp));
  }

  private static Instant moment(Instant start, int steps) {
    return start.plus(EXPIRY_STEP.multipliedBy(steps));
  }
}
