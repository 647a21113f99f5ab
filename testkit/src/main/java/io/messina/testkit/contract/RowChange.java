package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.MINOR;

import io.messina.store.PartitionKey;
import io.messina.store.RowKey;
import java.util.List;

/** One change to some partition of rows with a major and a minor number. */
sealed interface RowChange {

  /** A row's place. */
  record Place(int major, String minor) {

    RowKey in(PartitionKey partition) {
      return partition.row(MAJOR.of(major), MINOR.of(minor));
    }
  }

  /** Whether the change deletes a row. */
  boolean deletes(RowKey key);

  /** The rows that a batch of some changes puts: each once, and none that it also deletes. */
  static List<RowKey> puts(List<RowChange> changes, PartitionKey partition) {
    return changes.stream()
        .filter(Put.class::isInstance)
        .map(change -> ((Put) change).place().in(partition))
        .distinct()
        .filter(key -> changes.stream().noneMatch(change -> change.deletes(key)))
        .toList();
  }

  /** Puts a row. */
  record Put(Place place) implements RowChange {
    @Override
    public boolean deletes(RowKey key) {
      return false;
    }
  }

  /** Deletes a row. */
  record DeleteRow(Place place) implements RowChange {
    @Override
    public boolean deletes(RowKey key) {
      return place.in(key.partition()).equals(key);
    }
  }

  /** Deletes the rows between two ends. */
  record DeleteRange(SliceBounds bounds) implements RowChange {
    @Override
    public boolean deletes(RowKey key) {
      return bounds.in(key.table()).contains(key.clustering());
    }
  }

  /** Deletes all rows. */
  record DeleteAll() implements RowChange {
    @Override
    public boolean deletes(RowKey key) {
      return true;
    }
  }
}
