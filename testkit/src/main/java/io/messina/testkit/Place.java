package io.messina.testkit;

import io.messina.store.ClusteringKey;

/**
 * A place in a partition, by value: that of a row, or the one just before or just behind all rows
 * that begin with a prefix.
 *
 * @param key the row or the prefix
 * @param behind whether the place lies behind the key's row
 */
record Place(ClusteringKey key, boolean behind) implements Comparable<Place> {

  static Place of(ClusteringKey key) {
    return new Place(key, false);
  }

  static Place behind(ClusteringKey key) {
    return new Place(key, true);
  }

  @Override
  public int compareTo(Place other) {
    int compared = key.compareValues(other.key);
    if (compared != 0) {
      return compared;
    }
    int longer = Integer.compare(key.values().size(), other.key.values().size());
    if (longer == 0) {
      return Boolean.compare(behind, other.behind);
    }
    if (longer < 0) {
      return behind ? 1 : -1;
    }
    return other.behind ? -1 : 1;
  }
}
