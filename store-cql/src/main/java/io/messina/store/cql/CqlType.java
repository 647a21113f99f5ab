package io.messina.store.cql;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.messina.store.Bytes;
import io.messina.store.ColumnType;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The name of a column's type in CQL, and the conversion of its values to bytes. */
final class CqlType {

  private static final TypeCodec<Map<String, String>> TEXT_MAP =
      TypeCodecs.mapOf(TypeCodecs.TEXT, TypeCodecs.TEXT);

  /** Later versions of the protocol did not change any of these types. */
  private static final ProtocolVersion VERSION = ProtocolVersion.V4;

  private CqlType() {}

  static String name(ColumnType type) {
    return switch (type) {
      case TEXT -> "text";
      case BYTES -> "blob";
      case INT -> "int";
      case LONG -> "bigint";
      case BOOLEAN -> "boolean";
      case INSTANT -> "timestamp";
      case UUID -> "uuid";
      case DOUBLE -> "double";
      case TEXT_MAP -> "frozen<map<text, text>>"; // else an empty map would be none
    };
  }

  /** The smallest value there is: with it as lower bound a range has all rows, and yet a bound. */
  static Object smallest(ColumnType type) {
    return switch (type) {
      case TEXT -> "";
      case BYTES -> Bytes.EMPTY;
      case INT -> Integer.MIN_VALUE;
      case LONG -> Long.MIN_VALUE;
      case INSTANT -> Instant.ofEpochMilli(Long.MIN_VALUE);
      case BOOLEAN -> false;
      case UUID, DOUBLE, TEXT_MAP ->
          throw new IllegalArgumentException("type: " + type + " (expected: a sortable type)");
    };
  }

  @SuppressWarnings("unchecked") // values were checked when they were put into cells
  static ByteBuffer encode(ColumnType type, Object value) {
    return switch (type) {
      case TEXT -> encode(TypeCodecs.TEXT, (String) value);
      case BYTES -> ((Bytes) value).asByteBuffer();
      case INT -> encode(TypeCodecs.INT, (Integer) value);
      case LONG -> encode(TypeCodecs.BIGINT, (Long) value);
      case BOOLEAN -> encode(TypeCodecs.BOOLEAN, (Boolean) value);
      case INSTANT -> encode(TypeCodecs.TIMESTAMP, (Instant) value);
      case UUID -> encode(TypeCodecs.UUID, (UUID) value);
      case DOUBLE -> encode(TypeCodecs.DOUBLE, (Double) value);
      case TEXT_MAP -> encode(TEXT_MAP, (Map<String, String>) value);
    };
  }

  static @Nullable Object decode(ColumnType type, @Nullable ByteBuffer bytes) {
    if (bytes == null) {
      return null;
    }
    return switch (type) {
      case TEXT -> TypeCodecs.TEXT.decode(bytes, VERSION);
      case BYTES -> bytes(bytes);
      case INT -> TypeCodecs.INT.decode(bytes, VERSION);
      case LONG -> TypeCodecs.BIGINT.decode(bytes, VERSION);
      case BOOLEAN -> TypeCodecs.BOOLEAN.decode(bytes, VERSION);
      case INSTANT -> TypeCodecs.TIMESTAMP.decode(bytes, VERSION);
      case UUID -> TypeCodecs.UUID.decode(bytes, VERSION);
      case DOUBLE -> TypeCodecs.DOUBLE.decode(bytes, VERSION);
      case TEXT_MAP -> TEXT_MAP.decode(bytes, VERSION);
    };
  }

  private static <T> ByteBuffer encode(TypeCodec<T> codec, T value) {
    ByteBuffer bytes = codec.encode(value, VERSION);
    if (bytes == null) {
      throw new IllegalStateException("no bytes for " + value);
    }
    return bytes;
  }

  /** Without a copy if the driver made a separate array for the value, as it does. */
  private static Bytes bytes(ByteBuffer buffer) {
    if (buffer.hasArray() && buffer.arrayOffset() == 0 && buffer.position() == 0) {
      byte[] array = buffer.array();
      if (array.length == buffer.remaining()) {
        return Bytes.wrap(array);
      }
    }
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return Bytes.wrap(copy);
  }
}
