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
 *   the last | 0 |  no value        | 1 | bytes, to the end |
 *   head     | epoch, 8 bytes | n, 8 bytes | writer, 16 bytes | static columns |
 *   map      | entries, varint | then for each: length, varint | key | length, varint | value |
 * </pre>
 *
 * <p>The last column is written without its length, so that of two values of the only column of a
 * table the larger one has the larger bytes, for any lengths. One that has its length, as in older
 * folders, is read too.
 */
final class RowCodec {

  private static final int TYPICAL_ROW_BYTES = 128;
  private static final int NO_VALUE = 0;
  private static final int TO_THE_END = 1;

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
      bytes += length + (i == values.length - 1 ? 1 : ByteWriter.varintBytes(length + 1));
    }
    return bytes;
  }

  static void putColumns(ByteWriter writer, List<Column<?>> columns, @Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value == null) {
        writer.putVarint(NO_VALUE);
      } else {
        putValue(writer, columns.get(i).type(), value, i == values.length - 1);
      }
    }
  }

  static @Nullable Object[] getColumns(ByteReader reader, List<Column<?>> columns) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      int mark = reader.getVarint();
      if (mark != NO_VALUE) {
        boolean toTheEnd = mark == TO_THE_END && i == values.length - 1;
        int length = toTheEnd ? reader.remaining() : mark - 1;
        values[i] = getValue(reader, columns.get(i).type(), length);
      }
    }
    return values;
  }

  private static void putValue(ByteWriter writer, ColumnType type, Object value, boolean last) {
    switch (type) {
      case TEXT -> putSized(writer, ((String) value).getBytes(StandardCharsets.UTF_8), last);
      case BYTES -> putBytes(writer, (Bytes) value, last);
      case INT -> mark(writer, Integer.BYTES, last).putInt((Integer) value);
      case LONG -> mark(writer, Long.BYTES, last).putLong((Long) value);
      case INSTANT -> mark(writer, Long.BYTES, last).putLong(((Instant) value).toEpochMilli());
      case DOUBLE ->
          mark(writer, Long.BYTES, last).putLong(Double.doubleToRawLongBits((Double) value));
      case BOOLEAN -> mark(writer, 1, last).put((Boolean) value ? 1 : 0);
      case UUID -> {
        UUID uuid = (UUID) value;
        mark(writer, 2 * Long.BYTES, last)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits());
      }
      case TEXT_MAP -> putSized(writer, encodeMap((Map<?, ?>) value), last);
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

  private static void putBytes(ByteWriter writer, Bytes bytes, boolean last) {
    int start = mark(writer, bytes.length(), last).skip(bytes.length());
    bytes.copyTo(writer.array(), start);
  }

  private static void putSized(ByteWriter writer, byte[] bytes, boolean last) {
    mark(writer, bytes.length, last).put(bytes);
  }

  private static ByteWriter mark(ByteWriter writer, int length, boolean last) {
    return writer.putVarint(last ? TO_THE_END : 1 + length);
  }

  /** Sorted by key, so that equal maps have equal bytes. */
  private static byte[] encodeMap(Map<?, ?> map) {
    ByteWriter writer = new ByteWriter(TYPICAL_ROW_BYTES);
    writer.putVarint(map.size());
    new TreeMap<>(map)
        .forEach(
            (key, value) -> {
              putText(writer, (String) key);
              putText(writer, (String) value);
            });
    return writer.toArray();
  }

  private static void putText(ByteWriter writer, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    writer.putVarint(bytes.length).put(bytes);
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
