package io.messina.store.cql;

import io.messina.store.Column;
import io.messina.store.PartitionKey;
import java.nio.ByteBuffer;
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
}
