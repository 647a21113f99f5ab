package io.messina.aggregate.state;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/**
 * Keys as RocksDB has them, in its order:
 *
 * <pre>
 *   | start of the window, 8 bytes | key
 * </pre>
 *
 * <p>The start has its sign turned, so that the order of bytes is that of time.
 */
final class StateKeys {

  private static final int PREFIX = Long.BYTES;

  private StateKeys() {}

  static byte[] of(Window window, Bytes key) {
    byte[] full = new byte[PREFIX + key.length()];
    ByteBuffer.wrap(full).putLong(window.startMillis() ^ Long.MIN_VALUE);
    key.copyTo(full, PREFIX);
    return full;
  }

  /** The first key of windows that begin at a time. */
  static byte[] from(long startMillis) {
    return ByteBuffer.allocate(PREFIX).putLong(startMillis ^ Long.MIN_VALUE).array();
  }

  static long startMillis(byte[] full) {
    return ByteBuffer.wrap(full).getLong() ^ Long.MIN_VALUE;
  }

  static Bytes key(byte[] full) {
    byte[] key = new byte[full.length - PREFIX];
    System.arraycopy(full, PREFIX, key, 0, key.length);
    return Bytes.wrap(key);
  }

  static boolean startsWith(byte[] full, byte[] prefix) {
    if (full.length < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (full[i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
