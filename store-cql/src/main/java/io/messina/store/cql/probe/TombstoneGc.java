package io.messina.store.cql.probe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * ScyllaDB's setting of the time at which a table forgets deletes: an extension of the table, of
 * which drivers know the bytes only. Numbers are little-endian.
 *
 * <pre>
 *   | entries | length | name, UTF-8 | length | value, UTF-8 | length | ...
 *   | 4 bytes | 4 bytes|             | 4 bytes|              |
 * </pre>
 */
final class TombstoneGc {

  /** The name of the extension. */
  static final String NAME = "tombstone_gc";

  private static final String MODE = "mode";

  private TombstoneGc() {}

  /** The mode that is said: timeout, repair, disabled, immediate; empty if none can be read. */
  static Optional<String> mode(ByteBuffer extension) {
    ByteBuffer left = extension.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    Optional<String> mode = Optional.empty();
    int entries = left.remaining() < Integer.BYTES ? 0 : left.getInt();
    for (int i = 0; i < entries && mode.isEmpty(); i++) {
      Optional<String> name = text(left);
      Optional<String> value = text(left);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      mode = name.equals(Optional.of(MODE)) ? value : mode;
    }
    return mode;
  }

  private static Optional<String> text(ByteBuffer left) {
    if (left.remaining() < Integer.BYTES) {
      return Optional.empty();
    }
    int length = left.getInt();
    if (length < 0 || length > left.remaining()) {
      return Optional.empty();
    }
    byte[] bytes = new byte[length];
    left.get(bytes);
    return Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }
}
