package io.messina.features.contents;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A place in a walk as a text that callers pass back: Base64, for URLs, of
 *
 * <pre>
 *   | version 1 | CRC32C of the rest | names, UTF-8 |
 *   | 1 byte    | 4 bytes            |              |
 * </pre>
 *
 * <p>The checksum detects texts that were cut or changed, and is no protection against forgery.
 */
final class PlaceText {

  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 1 + Integer.BYTES;
  private static final int BYTES_MAX = 2 * 1024;

  private PlaceText() {}

  /**
   * Writes a place.
   *
   * @param names the keys at the place, up to 2,043 bytes of UTF-8
   * @return characters that need no encoding in URLs
   */
  static String write(String names) {
    byte[] bytes = names.getBytes(StandardCharsets.UTF_8);
    byte[] place =
        ByteBuffer.allocate(HEADER_BYTES + bytes.length)
            .put(VERSION)
            .putInt(checksum(ByteBuffer.wrap(bytes)))
            .put(bytes)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(place);
  }

  /**
   * Reads a place.
   *
   * @param text as a caller passed it
   * @return the names; empty if the text is no place
   */
  static Optional<String> read(String text) {
    return decoded(text)
        .filter(
            place ->
                place.remaining() >= HEADER_BYTES
                    && place.remaining() <= BYTES_MAX
                    && place.get() == VERSION
                    && place.getInt() == checksum(place.slice()))
        .map(place -> StandardCharsets.UTF_8.decode(place).toString());
  }

  private static Optional<ByteBuffer> decoded(String text) {
    try {
      return Optional.of(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
