package io.messina.store;

import java.util.Optional;

/**
 * A walk over the partitions of a table, from the first one or behind one. Immutable: each step
 * returns a new walk.
 *
 * <pre>{@code
 * Iterator<PartitionKey> all = store.partitions(PartitionWalk.of(MEMBERS));
 * Iterator<PartitionKey> rest = store.partitions(PartitionWalk.of(MEMBERS).behind(lastSeen));
 * }</pre>
 *
 * @param table whose partitions: a {@link TableKind#PLAIN} table. Those of FENCED ones are not
 *     walked, as databases read only one partition at a time linearizably
 * @param after the partition behind which the walk begins, whether it has rows or not; empty for
 *     the beginning
 */
public record PartitionWalk(Table table, Optional<PartitionKey> after) {

  /**
   * A checked walk.
   *
   * @throws IllegalArgumentException where the table is FENCED, or the partition of another table
   */
  public PartitionWalk {
    if (table.kind() != TableKind.PLAIN) {
      throw new IllegalArgumentException("table: " + table.name() + " (expected: a PLAIN table)");
    }
    if (after.isPresent() && !after.get().table().equals(table)) {
      throw new IllegalArgumentException(
          "after: " + after.get() + " (expected: a partition of " + table.name() + ")");
    }
  }

  /**
   * All partitions.
   *
   * @param table whose
   * @return the walk
   */
  public static PartitionWalk of(Table table) {
    return new PartitionWalk(table, Optional.empty());
  }

  /**
   * The part of the same walk that is behind a partition.
   *
   * @param last the partition
   * @return the walk
   */
  public PartitionWalk behind(PartitionKey last) {
    return new PartitionWalk(table, Optional.of(last));
  }
}
