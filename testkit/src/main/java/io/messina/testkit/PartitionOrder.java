package io.messina.testkit;

import io.messina.store.PartitionKey;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which partitions of a table are walked. It is the same in every run and, as in a
 * database that spreads partitions by their hashes, not that of their keys.
 */
final class PartitionOrder implements Comparator<PartitionKey> {

  static final PartitionOrder INSTANCE = new PartitionOrder();

  /** So few hashes that partitions with equal ones are met. */
  private static final int HASHES = 1 << 12;

  /** Spreads hashes of texts that differ in their last characters alone. */
  private static final int SPREADING = 0x9E3779B9;

  private PartitionOrder() {}

  @Override
  public int compare(PartitionKey left, PartitionKey right) {
    int compared = Integer.compare(hash(left), hash(right));
    for (int i = 0; compared == 0 && i < left.values().size(); i++) {
      compared = text(left.values(), i).compareTo(text(right.values(), i));
    }
    return compared;
  }

  private static int hash(PartitionKey key) {
    int hash = key.values().hashCode() * SPREADING;
    return (hash >>> Short.SIZE ^ hash) & (HASHES - 1);
  }

  private static String text(List<Object> values, int column) {
    return ValueText.of(values.get(column));
  }
}
