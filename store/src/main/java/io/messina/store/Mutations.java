package io.messina.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gathers the mutations of one partition and refuses those that engines would understand
 * differently.
 */
final class Mutations {

  private final PartitionKey partition;
  private final List<Mutation> mutations = new ArrayList<>();
  private final Set<ClusteringKey> puts = new HashSet<>();
  private final List<ClusteringRange> deletedRanges = new ArrayList<>();
  private final Set<ClusteringKey> deletedRows = new HashSet<>();

  Mutations(PartitionKey partition, TableKind kind) {
    if (partition.table().kind() != kind) {
      throw new IllegalArgumentException(
          "table: " + partition.table().name() + " (expected: a " + kind + " table)");
    }
    this.partition = partition;
  }

  void put(Row row, Optional<Instant> expiresAt) {
    checkPartition(row.key().partition());
    if (expiresAt.isPresent() && !partition.table().isExpiring()) {
      throw new IllegalArgumentException(
          "expiresAt: "
              + expiresAt.get()
              + " (expected: none, as "
              + partition.table().name()
              + " is not expiring)");
    }
    expiresAt.ifPresent(moment -> ColumnType.INSTANT.checked("expiresAt", moment));
    if (!puts.add(row.key().clustering())) {
      throw new IllegalArgumentException(
          "put: " + row.key() + " twice (expected: each row once in a batch)");
    }
    mutations.add(new Mutation.Put(row, expiresAt));
  }

  void delete(RowKey key) {
    checkPartition(key.partition());
    checkDeletable("row " + key);
    deletedRows.add(key.clustering());
    mutations.add(new Mutation.DeleteRow(key));
  }

  void delete(ClusteringRange range) {
    if (!range.table().equals(partition.table())) {
      throw new IllegalArgumentException(
          "range: " + range + " (expected: a range of " + partition.table().name() + ")");
    }
    checkDeletable("range " + range);
    deletedRanges.add(range);
    mutations.add(new Mutation.DeleteRange(range));
  }

  void deletePartition() {
    deletedRanges.add(partition.table().rows());
    mutations.add(new Mutation.DeletePartition());
  }

  List<Mutation> build() {
    for (ClusteringKey put : puts) {
      if (deletedRows.contains(put)
          || deletedRanges.stream().anyMatch(range -> range.contains(put))) {
        throw new IllegalArgumentException(
            "put: " + partition + put + " (expected: a row that the same batch does not delete)");
      }
    }
    return List.copyOf(mutations);
  }

  private void checkPartition(PartitionKey other) {
    if (!other.equals(partition)) {
      throw new IllegalArgumentException(
          "partition: " + other + " (expected: " + partition + ", as a batch is of one partition)");
    }
  }

  private void checkDeletable(String what) {
    if (partition.table().isAppendOnly()) {
      throw new IllegalArgumentException(
          "delete: "
              + what
              + " (expected: a whole partition, as "
              + partition.table().name()
              + " is append-only)");
    }
  }
}
