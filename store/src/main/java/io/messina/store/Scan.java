package io.messina.store;

/**
 * A read of rows of one partition that lie next to each other. Immutable: each step returns a new
 * scan.
 *
 * <pre>{@code
 * Iterator<Row> newestTen = store.scan(Scan.of(partition).reverse().first(10));
 * Iterator<Row> due = store.scan(Scan.of(bucket, SCHEDULE.rows().atMost(DUE.of(now))));
 * }</pre>
 *
 * @param partition the partition
 * @param range which of its rows
 * @param reversed whether the order is opposite to the {@link Table#rowOrder table's}
 * @param limit how many rows at most, from 1
 * @param expiredToo whether rows that have expired by the reader's clock are read as well, as long
 *     as the engine has them
 */
public record Scan(
    PartitionKey partition,
    ClusteringRange range,
    boolean reversed,
    int limit,
    boolean expiredToo) {

  /**
   * A checked scan.
   *
   * @throws IllegalArgumentException where the range is of another table or the limit below 1
   */
  public Scan {
    if (!range.table().equals(partition.table())) {
      throw new IllegalArgumentException(
          "range: " + range + " (expected: a range of " + partition.table().name() + ")");
    }
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: from 1)");
    }
  }

  /**
   * All rows of a partition, in the order of its table.
   *
   * @param partition the partition
   * @return the scan
   */
  public static Scan of(PartitionKey partition) {
    return of(partition, partition.table().rows());
  }

  /**
   * Some rows of a partition, in the order of its table.
   *
   * @param partition the partition
   * @param range which of its rows
   * @return the scan
   */
  public static Scan of(PartitionKey partition, ClusteringRange range) {
    return new Scan(partition, range, false, Integer.MAX_VALUE, false);
  }

  /**
   * The same rows in the opposite order.
   *
   * @return the scan
   */
  public Scan reverse() {
    return new Scan(partition, range, !reversed, limit, expiredToo);
  }

  /**
   * The first rows only.
   *
   * @param rowsMax how many at most, from 1
   * @return the scan
   */
  public Scan first(int rowsMax) {
    return new Scan(partition, range, reversed, rowsMax, expiredToo);
  }

  /**
   * The same rows and, as long as the engine has them, those that have expired by the reader's
   * clock: for whoever must not overlook a row because that clock is ahead. Databases keep expired
   * rows for a day more, the embedded store until it sweeps them.
   *
   * @return the scan
   */
  public Scan withExpired() {
    return new Scan(partition, range, reversed, limit, true);
  }

  /**
   * The table.
   *
   * @return the table of the partition
   */
  public Table table() {
    return partition.table();
  }
}
