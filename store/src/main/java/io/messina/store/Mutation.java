package io.messina.store;

import java.time.Instant;
import java.util.Optional;

/** One change to the rows of a partition, part of a {@link PlainBatch} or a {@link FencedBatch}. */
public sealed interface Mutation {

  /**
   * Writes a whole row: columns without a value have none afterwards, whatever stood there before.
   *
   * @param row the row
   * @param expiresAt the moment from which readers no longer see it, if any
   */
  record Put(Row row, Optional<Instant> expiresAt) implements Mutation {}

  /**
   * Deletes one row.
   *
   * @param key the row, which need not exist
   */
  record DeleteRow(RowKey key) implements Mutation {}

  /**
   * Deletes the rows between two bounds.
   *
   * @param range the rows, which need not exist
   */
  record DeleteRange(ClusteringRange range) implements Mutation {}

  /** Deletes all rows of the partition. */
  record DeletePartition() implements Mutation {}
}
