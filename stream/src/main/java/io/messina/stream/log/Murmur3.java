package io.messina.stream.log;

import io.messina.api.KeyToken;
import io.messina.store.Bytes;

/** The token of Cassandra's and ScyllaDB's {@code Murmur3Partitioner}, as {@link KeyToken} says. */
public final class Murmur3 {

  private Murmur3() {}

  /**
   * Returns the token of a partition key.
   *
   * @param key in its stored form
   * @return any long except {@link Long#MIN_VALUE}, which Cassandra uses as the end of its ring
   */
  public static long token(Bytes key) {
    byte[] array = key.toArray();
    return token(array, 0, array.length);
  }

  /** As {@link #token(Bytes)}, of a part of an array. */
  static long token(byte[] array, int from, int to) {
    return KeyToken.of(array, from, to);
  }
}
