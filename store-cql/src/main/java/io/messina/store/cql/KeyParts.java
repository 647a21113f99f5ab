package io.messina.store.cql;

import io.messina.store.Column;
import io.messina.store.PartitionKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** The bytes by which the database finds a partition. */
public final class KeyParts {

  private KeyParts() {}

  /**
   * The bytes of each value of a key, in the table's order, as they are sent.
   *
   * @param key a partition of any table
   * @return one buffer for each partition column
   */
  public static ByteBuffer[] of(PartitionKey key) {
    List<Column<?>> columns = key.table().partitionColumns();
    ByteBuffer[] parts = new ByteBuffer[columns.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = CqlType.encode(columns.get(i).type(), key.values().get(i));
    }
    return parts;
  }

  /** The order of two keys of a table whose tokens are equal: that of their bytes as stored. */
  static int compare(PartitionKey left, PartitionKey right) {
    return Arrays.compareUnsigned(stored(left), stored(right));
  }

  /** Of several values each with its length before it and a zero behind it. */
  private static byte[] stored(PartitionKey key) {
    ByteBuffer[] parts = of(key);
    boolean alone = parts.length == 1;
    int around = alone ? 0 : Short.BYTES + 1;
    ByteBuffer stored =
        ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> around + part.remaining()).sum());
    for (ByteBuffer part : parts) {
      if (alone) {
        stored.put(part);
      } else {
        stored.putShort((short) part.remaining()).put(part).put((byte) 0);
      }
    }
    return stored.array();
  }
}
