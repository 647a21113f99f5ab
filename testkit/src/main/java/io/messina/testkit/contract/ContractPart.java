package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.MINOR;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * The environment of every part of the contract: an open store, and partitions that no other test
 * uses.
 */
interface ContractPart {

  Trial trial();

  /** A second store beside the shared one, for the test to close. */
  Store openAnother();

  <T> List<T> runConcurrently(List<? extends Callable<T>> tasks) throws Exception;

  default Store store() {
    return trial().store();
  }

  default TestClock clock() {
    return trial().clock();
  }

  default PartitionKey fresh(Table table) {
    return trial().fresh(table);
  }

  /** A write timestamp above all earlier ones. */
  default long timestamp() {
    return trial().timestamps().next();
  }

  default RowKey key(PartitionKey partition, int major, String minor) {
    return partition.row(MAJOR.of(major), MINOR.of(minor));
  }

  default Row row(PartitionKey partition, int major, String minor, String text) {
    return Row.of(key(partition, major, minor), TEXT.of(text));
  }

  /** Writes rows at a new timestamp. */
  default void put(Row... rows) {
    PlainBatch.Builder batch = PlainBatch.in(rows[0].key().partition(), timestamp());
    for (Row row : rows) {
      batch.put(row);
    }
    store().write(batch.build());
  }

  default List<Row> rows(PartitionKey partition) {
    return rows(Scan.of(partition));
  }

  default List<Row> rows(Scan scan) {
    List<Row> rows = new ArrayList<>();
    store().scan(scan).forEachRemaining(rows::add);
    return rows;
  }

  static void assertRefused(StoreException.Code code, ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOf(StoreException.class)
        .extracting(error -> ((StoreException) error).code())
        .isEqualTo(code);
  }
}
