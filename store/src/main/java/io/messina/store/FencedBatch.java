package io.messina.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Changes to one partition of a {@link TableKind#FENCED} table, applied as a whole if the expected
 * fence stands, and not at all otherwise.
 *
 * <pre>{@code
 * Fence taken = new Fence(standing.epoch() + 1, 0, me);
 * FenceOutcome outcome = store.writeIf(FencedBatch.after(standing, taken, shard).set(OWNER.of("a")).build());
 * }</pre>
 *
 * <p>Immutable: after an {@link UnknownOutcomeException} the same batch is sent again.
 */
public final class FencedBatch {

  private final PartitionKey partition;
  private final Optional<Fence> expected;
  private final Fence next;
  private final List<Cell<?>> set;
  private final List<Column<?>> unset;
  private final List<Mutation> mutations;

  private FencedBatch(Builder builder) {
    this.partition = builder.partition;
    this.expected = builder.expected;
    this.next = builder.next;
    this.set = List.copyOf(builder.set);
    this.unset = List.copyOf(builder.unset);
    this.mutations = builder.mutations.build();
  }

  /**
   * Begins the first write to a partition: it applies if the partition has no fence yet.
   *
   * @param next the fence that stands afterwards
   * @param partition a partition of a FENCED table
   * @return a builder
   * @throws IllegalArgumentException where the table is PLAIN
   */
  public static Builder first(Fence next, PartitionKey partition) {
    return new Builder(Optional.empty(), next, partition);
  }

  /**
   * Begins a write that applies if a certain fence stands.
   *
   * @param expected the fence that must stand
   * @param next the fence that stands afterwards
   * @param partition a partition of a FENCED table
   * @return a builder
   * @throws IllegalArgumentException where the table is PLAIN, or the next fence not {@link
   *     Fence#isAfter after} the expected one
   */
  public static Builder after(Fence expected, Fence next, PartitionKey partition) {
    if (!next.isAfter(expected)) {
      throw new IllegalArgumentException("next: " + next + " (expected: after " + expected + ")");
    }
    return new Builder(Optional.of(expected), next, partition);
  }

  /**
   * Where all of it happens.
   *
   * @return the partition
   */
  public PartitionKey partition() {
    return partition;
  }

  /**
   * The fence that must stand.
   *
   * @return the fence, or empty if the partition must have none yet
   */
  public Optional<Fence> expected() {
    return expected;
  }

  /**
   * The fence that stands once the write has applied.
   *
   * @return the fence, after the expected one
   */
  public Fence next() {
    return next;
  }

  /**
   * The static columns that get a value; those neither here nor in {@link #unset} keep theirs.
   *
   * @return at most one cell per static column
   */
  public List<Cell<?>> set() {
    return set;
  }

  /**
   * The static columns that lose their value.
   *
   * @return static columns, none of them {@link #set}
   */
  public List<Column<?>> unset() {
    return unset;
  }

  /**
   * The changes to rows, none of which touches what another one of them writes.
   *
   * @return puts without expiry and deletes of rows and ranges, in the order in which they were
   *     added, which means nothing
   */
  public List<Mutation> mutations() {
    return mutations;
  }

  @Override
  public String toString() {
    return partition
        + " "
        + expected.map(Fence::toString).orElse("none")
        + " to "
        + next
        + ": "
        + mutations.size()
        + " mutations";
  }

  /** Gathers a batch; not for use by several threads. */
  public static final class Builder {

    private final PartitionKey partition;
    private final Optional<Fence> expected;
    private final Fence next;
    private final Set<Column<?>> named = new HashSet<>();
    private final List<Cell<?>> set = new ArrayList<>();
    private final List<Column<?>> unset = new ArrayList<>();
    private final Mutations mutations;

    private Builder(Optional<Fence> expected, Fence next, PartitionKey partition) {
      this.partition = partition;
      this.expected = expected;
      this.next = next;
      this.mutations = new Mutations(partition, TableKind.FENCED);
    }

    /**
     * Where all of it happens.
     *
     * @return the partition
     */
    public PartitionKey partition() {
      return partition;
    }

    /**
     * Gives a static column a value.
     *
     * @param cell a value of one of {@link Table#staticColumns}
     * @return this builder
     * @throws IllegalArgumentException where it is another column, or one already set or unset
     */
    public Builder set(Cell<?> cell) {
      name(cell.column());
      set.add(cell);
      return this;
    }

    /**
     * Takes the value of a static column away.
     *
     * @param column one of {@link Table#staticColumns}
     * @return this builder
     * @throws IllegalArgumentException where it is another column, or one already set or unset
     */
    public Builder unset(Column<?> column) {
      name(column);
      unset.add(column);
      return this;
    }

    /**
     * Writes a whole row.
     *
     * @param row a row of the partition
     * @return this builder
     * @throws IllegalArgumentException where the row is of another partition or already put
     */
    public Builder put(Row row) {
      mutations.put(row, Optional.empty());
      return this;
    }

    /**
     * Deletes a row.
     *
     * @param key a row of the partition, which need not exist
     * @return this builder
     * @throws IllegalArgumentException where it is of another partition
     */
    public Builder delete(RowKey key) {
      mutations.delete(key);
      return this;
    }

    /**
     * Deletes the rows of a range. The partition keeps its fence and its static columns, even
     * without rows.
     *
     * @param range a range of the same table
     * @return this builder
     * @throws IllegalArgumentException where it is of another table
     */
    public Builder delete(ClusteringRange range) {
      mutations.delete(range);
      return this;
    }

    /**
     * The batch.
     *
     * @return the batch; one without changes replaces the fence alone
     * @throws IllegalArgumentException where it puts a row that it also deletes
     */
    public FencedBatch build() {
      return new FencedBatch(this);
    }

    private void name(Column<?> column) {
      Cells.indexOf(partition.table(), partition.table().staticColumns(), column);
      if (!named.add(column)) {
        throw new IllegalArgumentException(
            "static: " + column.name() + " twice (expected: each column once in a batch)");
      }
    }
  }
}
