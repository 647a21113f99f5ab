package io.messina.store;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a partition lies: all that hold a copy of it. Two partitions with equal locations lie on
 * the same nodes and, where cores are known, on the same core of each.
 *
 * @param replicas the first one is the partition's own, by whose range of tokens it was placed; the
 *     others are in the order of their names, so that equal sets are equal lists
 */
public record PartitionLocation(List<Home> replicas) {

  /**
   * A checked location.
   *
   * @throws IllegalArgumentException where there is no replica
   */
  public PartitionLocation {
    if (replicas.isEmpty()) {
      throw new IllegalArgumentException("replicas: none (expected: at least one)");
    }
    replicas =
        Stream.concat(replicas.stream().limit(1), replicas.stream().skip(1).sorted()).toList();
  }

  /**
   * The partition's own place.
   *
   * @return the first of {@link #replicas}
   */
  public Home home() {
    return replicas.get(0);
  }

  /** The replicas, as in {@code 10.0.0.1:9042/3, 10.0.0.2:9042/3}. */
  @Override
  public String toString() {
    return replicas.stream().map(Home::toString).collect(Collectors.joining(", "));
  }
}
