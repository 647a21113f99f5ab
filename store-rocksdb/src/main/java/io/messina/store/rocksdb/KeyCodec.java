package io.messina.store.rocksdb;

import io.messina.store.Bytes;
import io.messina.store.ClusteringKey;
import io.messina.store.ClusteringOrder;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.ColumnType;
import io.messina.store.PartitionKey;
import io.messina.store.RowKey;
import io.messina.store.Table;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Keys whose byte order is the order of rows.
 *
 * <pre>
 *   | CRC32C of partition | partition values | section | clustering values |
 *   | 4 bytes             | ...              | 1 byte  | ...               |
 *
 *   section   0 head (fence and static columns), 1 rows
 *   text      UTF-8, a zero byte as 00 FF, ended by 00 00
 *   bytes     the same
 *   int long instant   big-endian with the sign bit inverted
 *   boolean   0 or 1
 *   uuid      16 bytes
 * </pre>
 *
 * The CRC has a fixed length, so that RocksDB can keep a Bloom filter of partitions. Clustering
 * values of a descending table have all their bits inverted. No encoded value is a prefix of
 * another one.
 */
final class KeyCodec {

  static final int PARTITION_HASH_BYTES = 4;

  private static final int HEAD = 0;
  private static final int ROWS = 1;
  private static final int TYPICAL_KEY_BYTES = 64;
  private static final byte ESCAPED_ZERO = (byte) 0xFF;

  private KeyCodec() {}

  /** Returns the common prefix of all keys of a partition. */
  static byte[] partition(PartitionKey key) {
    return startOfPartition(key).toArray();
  }

  /** The partition that a key belongs to. */
  static PartitionKey partitionOf(Table table, byte[] key) {
    ByteReader reader = new ByteReader(key, PARTITION_HASH_BYTES, key.length);
    return new PartitionKey(table, getValues(reader, table.partitionColumns()));
  }

  /** Returns a key after all keys of a partition, and before the keys of any later one. */
  static byte[] behind(byte[] partition) {
    return append(partition, ROWS + 1);
  }

  static byte[] head(byte[] partition) {
    return append(partition, HEAD);
  }

  static byte[] row(RowKey key) {
    ByteWriter writer = startOfPartition(key.partition()).put(ROWS);
    putClustering(writer, key.clustering());
    return writer.toArray();
  }

  static byte[] row(byte[] partition, ClusteringKey key) {
    return new ByteWriter(TYPICAL_KEY_BYTES)
        .put(partition)
        .put(ROWS)
        .put(clustering(key))
        .toArray();
  }

  /** The bytes of clustering values, which compare as the rows are ordered. */
  static byte[] clustering(ClusteringKey key) {
    ByteWriter writer = new ByteWriter(TYPICAL_KEY_BYTES);
    putClustering(writer, key);
    return writer.toArray();
  }

  /** Where rows begin in the keys of a partition. */
  static byte[] rows(byte[] partition) {
    return append(partition, ROWS);
  }

  /** The rows of a range, among the clustering bytes of its table. */
  static ByteRange clusteringRange(ClusteringRange range) {
    boolean ascending = range.table().order() == ClusteringOrder.ASCENDING;
    Optional<ClusteringRange.Bound> first = ascending ? range.lower() : range.upper();
    Optional<ClusteringRange.Bound> last = ascending ? range.upper() : range.lower();
    Optional<byte[]> start =
        first.isEmpty()
            ? Optional.of(ByteRange.FIRST)
            : edge(first.get(), !first.get().inclusive());
    return start
        .map(bytes -> new ByteRange(bytes, last.flatMap(bound -> edge(bound, bound.inclusive()))))
        .orElse(ByteRange.NONE);
  }

  /** The clustering key of a row, from the clustering bytes in its key. */
  static ClusteringKey clustering(Table table, byte[] array, int start, int end) {
    byte[] bytes = array;
    int from = start;
    int to = end;
    if (table.order() == ClusteringOrder.DESCENDING) {
      bytes = Arrays.copyOfRange(array, start, end);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) ~bytes[i];
      }
      from = 0;
      to = bytes.length;
    }
    ByteReader reader = new ByteReader(bytes, from, to);
    return new ClusteringKey(table, getValues(reader, table.clusteringColumns()));
  }

  private static Optional<byte[]> edge(ClusteringRange.Bound bound, boolean behind) {
    byte[] prefix = clustering(bound.prefix());
    return behind ? ByteRange.behindPrefix(prefix) : Optional.of(prefix);
  }

  private static byte[] append(byte[] bytes, int last) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    longer[bytes.length] = (byte) last;
    return longer;
  }

  private static ByteWriter startOfPartition(PartitionKey key) {
    ByteWriter writer = new ByteWriter(TYPICAL_KEY_BYTES);
    writer.skip(PARTITION_HASH_BYTES);
    putValues(writer, key.table().partitionColumns(), key.values());
    CRC32C crc = new CRC32C();
    crc.update(writer.array(), PARTITION_HASH_BYTES, writer.length() - PARTITION_HASH_BYTES);
    int hash = (int) crc.getValue();
    for (int i = 0; i < PARTITION_HASH_BYTES; i++) {
      writer.array()[i] = (byte) (hash >>> (24 - 8 * i));
    }
    return writer;
  }

  private static void putClustering(ByteWriter writer, ClusteringKey key) {
    int start = writer.length();
    putValues(writer, key.table().clusteringColumns(), key.values());
    if (key.table().order() == ClusteringOrder.DESCENDING) {
      writer.invertFrom(start);
    }
  }

  private static void putValues(ByteWriter writer, List<Column<?>> columns, List<Object> values) {
    for (int i = 0; i < values.size(); i++) {
      putValue(writer, columns.get(i).type(), values.get(i));
    }
  }

  private static void putValue(ByteWriter writer, ColumnType type, Object value) {
    switch (type) {
      case TEXT -> putEscaped(writer, ((String) value).getBytes(StandardCharsets.UTF_8));
      case BYTES -> putEscaped(writer, ((Bytes) value).toArray());
      case INT -> writer.putInt((Integer) value ^ Integer.MIN_VALUE);
      case LONG -> writer.putLong((Long) value ^ Long.MIN_VALUE);
      case INSTANT -> writer.putLong(((Instant) value).toEpochMilli() ^ Long.MIN_VALUE);
      case BOOLEAN -> writer.put((Boolean) value ? 1 : 0);
      case UUID -> {
        UUID uuid = (UUID) value;
        writer.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
      }
      case DOUBLE, TEXT_MAP -> throw new IllegalStateException("key column of type " + type);
    }
  }

  private static List<Object> getValues(ByteReader reader, List<Column<?>> columns) {
    List<Object> values = new ArrayList<>(columns.size());
    for (Column<?> column : columns) {
      values.add(getValue(reader, column.type()));
    }
    return values;
  }

  private static Object getValue(ByteReader reader, ColumnType type) {
    return switch (type) {
      case TEXT -> new String(getEscaped(reader), StandardCharsets.UTF_8);
      case BYTES -> Bytes.wrap(getEscaped(reader));
      case INT -> reader.getInt() ^ Integer.MIN_VALUE;
      case LONG -> reader.getLong() ^ Long.MIN_VALUE;
      case INSTANT -> Instant.ofEpochMilli(reader.getLong() ^ Long.MIN_VALUE);
      case BOOLEAN -> reader.get() != 0;
      case UUID -> new UUID(reader.getLong(), reader.getLong());
      case DOUBLE, TEXT_MAP -> throw new IllegalStateException("key column of type " + type);
    };
  }

  private static void putEscaped(ByteWriter writer, byte[] bytes) {
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        writer.put(bytes, from, i + 1).put(ESCAPED_ZERO);
        from = i + 1;
      }
    }
    writer.put(bytes, from, bytes.length).put(0).put(0);
  }

  private static byte[] getEscaped(ByteReader reader) {
    byte[] bytes = reader.getUntilZero();
    if (reader.get() != ESCAPED_ZERO) {
      return bytes;
    }
    ByteWriter writer = new ByteWriter(TYPICAL_KEY_BYTES);
    do {
      writer.put(bytes).put(0);
      bytes = reader.getUntilZero();
    } while (reader.get() == ESCAPED_ZERO);
    return writer.put(bytes).toArray();
  }
}
