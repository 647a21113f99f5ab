package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.FeatureException;
import io.messina.features.FeatureException.Refused.Reason;
import io.messina.store.PartitionKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * A place in the walk over all lists, that of a list of any feature, as a text that callers bring
 * back: Base64, for URLs, of
 *
 * <pre>
 *   | version 1 | CRC32C of the rest | feature key, UTF-8 | 0 | entity id, UTF-8 |
 *   | 1 byte    | 4 bytes            |                    |   |                  |
 * </pre>
 *
 * <p>No feature key holds a zero. The checksum tells what was cut or changed, and protects from
 * nothing.
 */
final class ListPlace {

  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 1 + Integer.BYTES;
  private static final int BYTES_MAX = 2 * 1024;
  private static final char DIVIDER = 0;

  private ListPlace() {}

  static String write(PartitionKey list) {
    String names = ListTable.featureKey(list) + DIVIDER + ListTable.entity(list).text();
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
   * @throws FeatureException.Refused where the text is none
   */
  static PartitionKey read(String text) {
    ByteBuffer place = decoded(text);
    if (place.remaining() < HEADER_BYTES
        || place.remaining() > BYTES_MAX
        || place.get() != VERSION
        || place.getInt() != checksum(place.slice())) {
      throw noPlace();
    }
    String names = StandardCharsets.UTF_8.decode(place).toString();
    int divider = names.indexOf(DIVIDER);
    if (divider < 0) {
      throw noPlace();
    }
    return ListTable.partition(
        names.substring(0, divider), new EntityId(names.substring(divider + 1)));
  }

  private static ByteBuffer decoded(String text) {
    try {
      return ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException _) {
      throw noPlace();
    }
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static FeatureException.Refused noPlace() {
    return new FeatureException.Refused(
        Reason.OUT_OF_BOUNDS, "after: no place among lists (expected: what an answer called next)");
  }
}
