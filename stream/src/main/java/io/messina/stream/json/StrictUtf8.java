package io.messina.stream.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** UTF-8, strictly: no surrogates, nothing longer than it needs to be. */
public final class StrictUtf8 {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private StrictUtf8() {}

  /**
   * Where a text begins in its bytes.
   *
   * @param bytes all of them
   * @return behind a byte order mark, if there is one
   */
  public static int start(byte[] bytes) {
    int length = BYTE_ORDER_MARK.length;
    boolean marked =
        bytes.length >= length && Arrays.equals(bytes, 0, length, BYTE_ORDER_MARK, 0, length);
    return marked ? length : 0;
  }

  /**
   * Whether bytes are UTF-8.
   *
   * @param bytes where they stand
   * @param from the first
   * @param to behind the last
   * @return whether they are
   */
  public static boolean isValid(byte[] bytes, int from, int to) {
    return isAscii(bytes, from, to) || decoded(bytes, from, to).isPresent();
  }

  /**
   * The text that bytes are.
   *
   * @param bytes all of them
   * @return the text, or empty if they are not UTF-8
   */
  public static Optional<String> decode(byte[] bytes) {
    return isAscii(bytes, 0, bytes.length)
        ? Optional.of(new String(bytes, StandardCharsets.ISO_8859_1))
        : decoded(bytes, 0, bytes.length);
  }

  private static Optional<String> decoded(byte[] bytes, int from, int to) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes, from, to - from))
              .toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  private static boolean isAscii(byte[] bytes, int from, int to) {
    byte all = 0;
    for (int i = from; i < to; i++) {
      all |= bytes[i];
    }
    return all >= 0;
  }
}
