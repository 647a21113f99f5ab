package io.messina.store;

import java.util.Optional;

/**
 * Rows of a partition that lie next to each other, between two bounds. Bounds are by value,
 * whatever the order of the table: {@link #atLeast} gives the smallest values, {@link #atMost} the
 * largest. A bound may name all clustering columns or the first few; then it includes or excludes
 * every row that begins with these.
 *
 * <pre>{@code
 * SCHEDULE.rows().below(DUE.of(now))                            // due before now
 * SHARDS.rows().within(SECTION.of("groups"))                    // one section
 * SHARDS.rows().within(SECTION.of("groups")).above(SECTION.of("groups"), NAME.of("b"))
 * }</pre>
 *
 * <p>Immutable: each step returns a new range. A range may be empty.
 *
 * @param table the table
 * @param lower the smallest values, if bounded
 * @param upper the largest values, if bounded
 */
public record ClusteringRange(Table table, Optional<Bound> lower, Optional<Bound> upper) {

  /**
   * One end of a range.
   *
   * @param prefix the values of the first clustering columns, at least one
   * @param inclusive whether rows that begin with these values belong to the range
   */
  public record Bound(ClusteringKey prefix, boolean inclusive) {

    /**
     * A checked bound.
     *
     * @throws IllegalArgumentException where the prefix is empty
     */
    public Bound {
      if (prefix.values().isEmpty()) {
        throw new IllegalArgumentException(
            "bound: none (expected: a value for the first clustering column)");
      }
    }
  }

  /**
   * A checked range.
   *
   * @throws IllegalArgumentException where a bound is of another table
   */
  public ClusteringRange {
    checkTable(table, lower);
    checkTable(table, upper);
  }

  private static void checkTable(Table table, Optional<Bound> bound) {
    if (bound.isPresent() && !bound.get().prefix().table().equals(table)) {
      throw new IllegalArgumentException(
          "bound: " + bound.get().prefix() + " (expected: of table " + table.name() + ")");
    }
  }

  static ClusteringRange all(Table table) {
    return new ClusteringRange(table, Optional.empty(), Optional.empty());
  }

  /**
   * Rows whose first clustering values are exactly these.
   *
   * @param cells the first clustering columns, one or more
   * @return the rows between {@link #atLeast} and {@link #atMost} of them
   */
  public ClusteringRange within(Cell<?>... cells) {
    return atLeast(cells).atMost(cells);
  }

  /**
   * Replaces the lower bound: rows that begin with these values, and larger ones.
   *
   * @param cells the first clustering columns, one or more
   * @return the range
   */
  public ClusteringRange atLeast(Cell<?>... cells) {
    return new ClusteringRange(table, bound(true, cells), upper);
  }

  /**
   * Replaces the lower bound: rows larger than all that begin with these values.
   *
   * @param cells the first clustering columns, one or more
   * @return the range
   */
  public ClusteringRange above(Cell<?>... cells) {
    return new ClusteringRange(table, bound(false, cells), upper);
  }

  /**
   * Replaces the upper bound: rows that begin with these values, and smaller ones.
   *
   * @param cells the first clustering columns, one or more
   * @return the range
   */
  public ClusteringRange atMost(Cell<?>... cells) {
    return new ClusteringRange(table, lower, bound(true, cells));
  }

  /**
   * Replaces the upper bound: rows smaller than all that begin with these values.
   *
   * @param cells the first clustering columns, one or more
   * @return the range
   */
  public ClusteringRange below(Cell<?>... cells) {
    return new ClusteringRange(table, lower, bound(false, cells));
  }

  /**
   * Whether a row lies in the range.
   *
   * @param key the complete place of a row of the same table
   * @return true if it lies between the bounds
   */
  public boolean contains(ClusteringKey key) {
    return isAboveLower(key) && isBelowUpper(key);
  }

  @Override
  public String toString() {
    return table.name()
        + lower.map(bound -> (bound.inclusive() ? " from " : " above ") + bound.prefix()).orElse("")
        + upper.map(bound -> (bound.inclusive() ? " to " : " below ") + bound.prefix()).orElse("")
        + (lower.isEmpty() && upper.isEmpty() ? " all rows" : "");
  }

  private boolean isAboveLower(ClusteringKey key) {
    if (lower.isEmpty()) {
      return true;
    }
    int compared = key.compareValues(lower.get().prefix());
    return compared > 0 || (compared == 0 && lower.get().inclusive());
  }

  private boolean isBelowUpper(ClusteringKey key) {
    if (upper.isEmpty()) {
      return true;
    }
    int compared = key.compareValues(upper.get().prefix());
    return compared < 0 || (compared == 0 && upper.get().inclusive());
  }

  private Optional<Bound> bound(boolean inclusive, Cell<?>... cells) {
    return Optional.of(
        new Bound(
            new ClusteringKey(table, Cells.prefix(table, table.clusteringColumns(), cells)),
            inclusive));
  }
}
