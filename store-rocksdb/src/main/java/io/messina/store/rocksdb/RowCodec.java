package io.messina.store.rocksdb;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.ColumnType;
import io.messina.store.Fence;
import io.messina.store.Incarnation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The values of columns, and the head of a fenced partition.
 *
 * <pre>
 *   column   | 0 |  no value        | 1 + length, varint | bytes |
 *   head     | epoch, 8 bytes | n, 8 bytes | writer, 16 bytes | static columns |
 *   map      | entries, varint | then for each: length, varint | key | length, varint | value |
 * </pre>
 */
final class RowCodec {

  private static final int TYPICAL_ROW_BYTES = 128;

  private RowCodec() {}

  static byte[] encodeHead(Fence fence, List<Column<?>> columns, @Nullable Object[] statics) {
    ByteWriter writer = new ByteWriter(TYPICAL_ROW_BYTES);
    UUID id = fence.writer().id();
    writer.putLong(fence.epoch()).putLong(fence.n());
    writer.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    putColumns(writer, columns, statics);
    return writer.toArray();
  }

  static Fence getFence(ByteReader reader) {
    long epoch = reader.getLong();
    long n = reader.getLong();
    return new Fence(epoch, n, new Incarnation(new UUID(reader.getLong(), reader.getLong())));
  }

  /** About how many bytes columns take; exact but for maps. */
  static int sizeBytes(List<Column<?>> columns, @Nullable Object[] values) {
    int bytes = 0;
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      int length = value == null ? 0 : columns.get(i).type().sizeBytes(value);
      bytes += length + ByteWriter.varintBytes(length + 1);
    }
    return bytes;
  }

  static void putColumns(ByteWriter writer, List<Column<?>> columns, @Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value == null) {
        writer.putVarint(0);
      } else {
        putValue(writer, columns.get(i).type(), value);
      }
    }
  }

  static @Nullable Object[] getColumns(ByteReader reader, List<Column<?>> columns) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      int length = reader.getVarint() - 1;
      if (length >= 0) {
        values[i] = getValue(reader, columns.get(i).type(), length);
      }
    }
    return values;
  }

  private static void putValue(ByteWriter writer, ColumnType type, Object value) {
    switch (type) {
      case TEXT -> putSized(writer, ((String) value).getBytes(StandardCharsets.UTF_8), 1);
      case BYTES -> putBytes(writer, (Bytes) value);
      case INT -> writer.putVarint(1 + Integer.BYTES).putInt((Integer) value);
      case LONG -> writer.putVarint(1 + Long.BYTES).putLong((Long) value);
      case INSTANT -> writer.putVarint(1 + Long.BYTES).putLong(((Instant) value).toEpochMilli());
      case DOUBLE ->
          writer.putVarint(1 + Long.BYTES).putLong(Double.doubleToRawLongBits((Double) value));
      case BOOLEAN -> writer.putVarint(2).put((Boolean) value ? 1 : 0);
      case UUID -> {
        UUID uuid = (UUID) value;
        writer
            .putVarint(1 + 2 * Long.BYTES)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits());
      }
      case TEXT_MAP -> putSized(writer, encodeMap((Map<?, ?>) value), 1);
    }
  }

  private static Object getValue(ByteReader reader, ColumnType type, int length) {
    return switch (type) {
      case TEXT -> reader.getText(length);
      case BYTES -> Bytes.wrap(reader.getBytes(length));
      case INT -> reader.getInt();
      case LONG -> reader.getLong();
      case INSTANT -> Instant.ofEpochMilli(reader.getLong());
      case DOUBLE -> Double.longBitsToDouble(reader.getLong());
      case BOOLEAN -> reader.get() != 0;
      case UUID -> new UUID(reader.getLong(), reader.getLong());
      case TEXT_MAP -> getMap(reader);
    };
  }

  private static void putBytes(ByteWriter writer, Bytes bytes) {
    writer.putVarint(1 + bytes.length());
    int start = writer.skip(bytes.length());
    bytes.copyTo(writer.array(), start);
  }

  private static void putSized(ByteWriter writer, byte[] bytes, int added) {
    writer.putVarint(added + bytes.length).put(bytes);
  }

  /** Sorted by key, so that equal maps have equal bytes. */
  private static byte[] encodeMap(Map<?, ?> map) {
    ByteWriter writer = new ByteWriter(TYPICAL_ROW_BYTES);
    writer.putVarint(map.size());
    new TreeMap<>(map)
        .forEach(
            (key, value) -> {
              putSized(writer, ((String) key).getBytes(StandardCharsets.UTF_8), 0);
              putSized(writer, ((String) value).getBytes(StandardCharsets.UTF_8), 0);
            });
    return writer.toArray();
  }

  private static Map<String, String> getMap(ByteReader reader) {
    int size = reader.getVarint();
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      String key = reader.getText(reader.getVarint());
      map.put(key, reader.getText(reader.getVarint()));
    }
    return map;
  }
}
