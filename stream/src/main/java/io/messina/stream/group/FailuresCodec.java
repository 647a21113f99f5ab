package io.messina.stream.group;

import io.messina.api.AttemptError;
import io.messina.store.Bytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The errors of the attempts of a dead letter, as bytes. Numbers are big-endian.
 *
 * <pre>
 *   | version, 1 byte: 1 | failures, 2 bytes | failure* |
 *   failure: | attempt, 4 bytes | length, 2 bytes | error, UTF-8 |
 * </pre>
 */
final class FailuresCodec {

  private static final int VERSION = 1;
  private static final int HEAD_BYTES = 3;
  private static final int FAILURE_BYTES = 6;

  private FailuresCodec() {}

  static Bytes encode(List<AttemptError> failures) {
    List<byte[]> errors =
        failures.stream().map(f -> f.error().getBytes(StandardCharsets.UTF_8)).toList();
    int length = errors.stream().mapToInt(error -> FAILURE_BYTES + error.length).sum();
    ByteBuffer to = ByteBuffer.allocate(HEAD_BYTES + length);
    to.put((byte) VERSION).putShort((short) failures.size());
    for (int i = 0; i < errors.size(); i++) {
      to.putInt(failures.get(i).attempt()).putShort((short) errors.get(i).length);
      to.put(errors.get(i));
    }
    return Bytes.wrap(to.array());
  }

  /**
   * Decodes errors.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  static List<AttemptError> decode(Bytes bytes) {
    try {
      return decode(bytes.asByteBuffer());
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("unreadable failures: they end early", e);
    }
  }

  private static List<AttemptError> decode(ByteBuffer from) {
    int version = from.get();
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "unreadable failures: version " + version + " (expected: " + VERSION + ")");
    }
    List<AttemptError> failures = new ArrayList<>();
    for (int left = Short.toUnsignedInt(from.getShort()); left > 0; left--) {
      int attempt = from.getInt();
      failures.add(new AttemptError(attempt, text(from)));
    }
    return failures;
  }

  private static String text(ByteBuffer from) {
    int length = Short.toUnsignedInt(from.getShort());
    if (length > from.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] utf8 = new byte[length];
    from.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
