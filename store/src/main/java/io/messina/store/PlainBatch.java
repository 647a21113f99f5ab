package io.messina.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Puts and deletes in one partition of a {@link TableKind#PLAIN} table, applied as a whole under
 * one write timestamp.
 *
 * <pre>{@code
 * store.write(PlainBatch.in(partition, clock.next()).put(row, expiresAt).delete(other).build());
 * }</pre>
 *
 * <p>Immutable: sending the same batch again changes nothing.
 */
public final class PlainBatch {

  private final PartitionKey partition;
  private final long timestampMicros;
  private final List<Mutation> mutations;

  private PlainBatch(PartitionKey partition, long timestampMicros, List<Mutation> mutations) {
    this.partition = partition;
    this.timestampMicros = timestampMicros;
    this.mutations = mutations;
  }

  /**
   * Begins a batch.
   *
   * @param partition a partition of a PLAIN table
   * @param timestampMicros microseconds since 1970, from 0
   * @return a builder
   * @throws IllegalArgumentException where the table is FENCED or the timestamp negative
   */
  public static Builder in(PartitionKey partition, long timestampMicros) {
    return new Builder(partition, timestampMicros);
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
   * The write timestamp of every mutation.
   *
   * @return microseconds since 1970, from 0
   */
  public long timestampMicros() {
    return timestampMicros;
  }

  /**
   * The changes, none of which touches what another one of them writes.
   *
   * @return puts and deletes in the order in which they were added, which means nothing
   */
  public List<Mutation> mutations() {
    return mutations;
  }

  @Override
  public String toString() {
    return partition + " at " + timestampMicros + ": " + mutations.size() + " mutations";
  }

  /** Gathers a batch; not for use by several threads. */
  public static final class Builder {

    private final PartitionKey partition;
    private final long timestampMicros;
    private final Mutations mutations;

    private Builder(PartitionKey partition, long timestampMicros) {
      if (timestampMicros < 0) {
        throw new IllegalArgumentException(
            "timestampMicros: " + timestampMicros + " (expected: from 0)");
      }
      this.partition = partition;
      this.timestampMicros = timestampMicros;
      this.mutations = new Mutations(partition, TableKind.PLAIN);
    }

    /**
     * Writes a whole row that does not expire.
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
     * Writes a whole row that readers see before a moment, and not from then on.
     *
     * @param row a row of the partition
     * @param expiresAt the moment, in whole milliseconds; may be past
     * @return this builder
     * @throws IllegalArgumentException as for {@link #put(Row)}, and where the table is not {@link
     *     Table#isExpiring expiring}
     */
    public Builder put(Row row, Instant expiresAt) {
      mutations.put(row, Optional.of(expiresAt));
      return this;
    }

    /**
     * Deletes a row.
     *
     * @param key a row of the partition, which need not exist
     * @return this builder
     * @throws IllegalArgumentException where it is of another partition, or the table is {@link
     *     Table#isAppendOnly append-only}
     */
    public Builder delete(RowKey key) {
      mutations.delete(key);
      return this;
    }

    /**
     * Deletes the rows of a range.
     *
     * @param range a range of the same table
     * @return this builder
     * @throws IllegalArgumentException where it is of another table, or the table is {@link
     *     Table#isAppendOnly append-only}
     */
    public Builder delete(ClusteringRange range) {
      mutations.delete(range);
      return this;
    }

    /**
     * Deletes all rows of the partition.
     *
     * @return this builder
     */
    public Builder deletePartition() {
      mutations.deletePartition();
      return this;
    }

    /**
     * The batch.
     *
     * @return the batch; one without mutations changes nothing
     * @throws IllegalArgumentException where it puts a row that it also deletes
     */
    public PlainBatch build() {
      return new PlainBatch(partition, timestampMicros, mutations.build());
    }
  }
}
