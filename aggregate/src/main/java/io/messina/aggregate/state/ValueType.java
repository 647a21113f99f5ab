package io.messina.aggregate.state;

import io.messina.store.Bytes;

/**
 * Objects that stand for the value of a key.
 *
 * @param <T> an object that is changed in place
 */
public interface ValueType<T> {

  /** Makes the object of a key that does not exist yet. */
  T empty();

  /**
   * Reads an object.
   *
   * @param bytes as {@link #encode} made them
   * @throws RuntimeException if it did not make them
   */
  T decode(Bytes bytes);

  /** Writes an object, which may be changed again afterwards. */
  Bytes encode(T object);

  /** About how many bytes an object takes in memory. */
  int memoryBytes(T object);
}
