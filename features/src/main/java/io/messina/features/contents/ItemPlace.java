package io.messina.features.contents;

import io.messina.api.feature.ListQuery;
import io.messina.runtime.RequestException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * Where a page of a list has ended, as a text that callers pass back: Base64, in characters that
 * need no encoding in URLs, of one of
 *
 * <pre>
 *   any list      | last: nanoseconds | digest   |
 *                 | 8 bytes           | 16 bytes |
 *
 *   unique list   | rows above | first: nanoseconds | digest   | last: nanoseconds | digest   |
 *                 | 2 bytes    | 8 bytes            | 16 bytes | 8 bytes           | 16 bytes |
 * </pre>
 *
 * @param last the item that was looked at last
 * @param begun where the first page of a unique list has begun, if it is known
 */
record ItemPlace(ItemKey last, Optional<Begun> begun) {

  private static final int KEY_BYTES = Long.BYTES + ItemKey.DIGEST_BYTES;
  private static final int LONG_BYTES = Short.BYTES + 2 * KEY_BYTES;

  /**
   * The first page.
   *
   * @param first its newest item, and that of all its pages
   * @param rowsAbove the number of rows that were read from it to the last item; {@link #FAR} if
   *     these are too many to be read again
   */
  record Begun(ItemKey first, int rowsAbove) {

    static final int FAR = Short.MAX_VALUE;

    boolean isFar() {
      return rowsAbove == FAR;
    }
  }

  static ItemPlace of(ItemKey last) {
    return new ItemPlace(last, Optional.empty());
  }

  /**
   * The end of the page before.
   *
   * @throws RequestException.Refused if the text in the query is no place
   */
  static Optional<ItemPlace> of(ListQuery query) {
    return query
        .after()
        .map(
            text ->
                read(text)
                    .orElseThrow(
                        () ->
                            new RequestException.Refused(
                                RequestException.Refused.Reason.OUT_OF_BOUNDS,
                                "after: no place in a list (expected: the next of an answer)")));
  }

  /** Reads a text of {@link #text}; empty for any other. */
  static Optional<ItemPlace> read(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    ByteBuffer place = ByteBuffer.wrap(bytes);
    Optional<ItemPlace> found =
        switch (bytes.length) {
          case KEY_BYTES -> Optional.of(of(ItemKey.ofBytes(place)));
          case LONG_BYTES -> Optional.of(readLong(place));
          default -> Optional.empty();
        };
    return found.filter(it -> it.isPossible() && it.text().equals(text));
  }

  private static ItemPlace readLong(ByteBuffer place) {
    int rowsAbove = place.getShort();
    Begun begun = new Begun(ItemKey.ofBytes(place), rowsAbove);
    return new ItemPlace(ItemKey.ofBytes(place), Optional.of(begun));
  }

  private boolean isPossible() {
    return last.nanos() >= 0
        && begun.map(it -> it.rowsAbove() >= 0 && it.first().nanos() >= 0).orElse(true);
  }

  String text() {
    ByteBuffer place = ByteBuffer.allocate(begun.isPresent() ? LONG_BYTES : KEY_BYTES);
    begun.ifPresent(it -> it.first().write(place.putShort((short) it.rowsAbove())));
    last.write(place);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(place.array());
  }
}
