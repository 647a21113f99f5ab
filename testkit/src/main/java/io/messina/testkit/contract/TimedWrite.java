package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.MINOR;
import static io.messina.testkit.contract.ContractTables.TEXT;

import io.messina.store.Cell;
import io.messina.store.ClusteringRange;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A write of one change that can be sent to any partition of rows with a major and a minor number.
 *
 * @param what it is, for people
 * @param micros its timestamp, from the start of its test
 * @param change its effect
 * @param put the row that it puts, if it is a put
 */
record TimedWrite(
    String what,
    int micros,
    BiConsumer<PlainBatch.Builder, PartitionKey> change,
    Optional<Function<PartitionKey, Row>> put) {

  /** Puts a row that tells when it was put, and has the given values. */
  static TimedWrite putAt(int micros, int major, String minor, Cell<?>... others) {
    Cell<?>[] cells = new Cell<?>[others.length + 1];
    cells[0] = TEXT.of("put at " + micros);
    System.arraycopy(others, 0, cells, 1, others.length);
    Function<PartitionKey, Row> row =
        partition -> Row.of(partition.row(MAJOR.of(major), MINOR.of(minor)), cells);
    return new TimedWrite(
        "put " + major + minor,
        micros,
        (batch, partition) -> batch.put(row.apply(partition)),
        Optional.of(row));
  }

  static TimedWrite deleteRowAt(int micros, int major, String minor) {
    return delete(
        "delete " + major + minor,
        micros,
        (batch, partition) -> batch.delete(partition.row(MAJOR.of(major), MINOR.of(minor))));
  }

  static TimedWrite deleteRangeAt(int micros, UnaryOperator<ClusteringRange> bounds) {
    return delete(
        "delete " + bounds.apply(ContractTables.ROWS.rows()),
        micros,
        (batch, partition) -> batch.delete(bounds.apply(partition.table().rows())));
  }

  static TimedWrite deletePartitionAt(int micros) {
    return delete("delete all", micros, (batch, _) -> batch.deletePartition());
  }

  PlainBatch in(PartitionKey partition, long startMicros) {
    PlainBatch.Builder batch = PlainBatch.in(partition, startMicros + micros);
    change.accept(batch, partition);
    return batch.build();
  }

  @Override
  public String toString() {
    return what + " at " + micros;
  }

  private static TimedWrite delete(
      String what, int micros, BiConsumer<PlainBatch.Builder, PartitionKey> change) {
    return new TimedWrite(what, micros, change, Optional.empty());
  }
}
