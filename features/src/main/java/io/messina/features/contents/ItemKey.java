package io.messina.features.contents;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The place of an item in its list, and the place of its index row.
 *
 * <pre>
 *   item    1442018818771000000#3kKFJVIm6qdRFmEXlfyXMw==      nanoseconds in 19 digits, digest
 *   index   v#3kKFJVIm6qdRFmEXlfyXMw==#1442018818771000000
 * </pre>
 *
 * <p>The digest is the MD5 of the packed value in Base64: it tells values apart, and is no
 * protection against forgery. All item rows are before all index rows.
 *
 * @param nanos since 1970, from 0
 * @param digest 24 characters
 */
record ItemKey(long nanos, String digest) {

  /** Above all item rows, and below all index rows. */
  static final String ITEMS_END = ":";

  static final int DIGEST_BYTES = 16;

  private static final String INDEX = "v#";
  private static final char DIVIDER = '#';
  private static final char AFTER_DIVIDER = '$';
  private static final int DIGEST_CHARS = 24;
  private static final int CHARS = ItemTime.DIGITS + 1 + DIGEST_CHARS;

  static ItemKey of(long nanos, Bytes value) {
    return new ItemKey(nanos, digest(value));
  }

  static String digest(Bytes value) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      return Base64.getEncoder().encodeToString(md5.digest(value.toArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  static ItemKey ofItem(String text) {
    return new ItemKey(nanosOf(text), text.substring(ItemTime.DIGITS + 1));
  }

  /** The time of an item alone. */
  static long nanosOf(String itemText) {
    return Long.parseLong(itemText, 0, ItemTime.DIGITS, 10);
  }

  static ItemKey ofIndex(String text) {
    int digestEnd = INDEX.length() + DIGEST_CHARS;
    return new ItemKey(
        Long.parseLong(text, digestEnd + 1, text.length(), 10),
        text.substring(INDEX.length(), digestEnd));
  }

  /** Reads the bytes of {@link #write}. */
  static ItemKey ofBytes(ByteBuffer bytes) {
    long nanos = bytes.getLong();
    byte[] digest = new byte[DIGEST_BYTES];
    bytes.get(digest);
    return new ItemKey(nanos, Base64.getEncoder().encodeToString(digest));
  }

  /** Where the items of a time begin. */
  static String itemsFrom(long nanos) {
    return ItemTime.digits(nanos);
  }

  static String indexFrom() {
    return INDEX;
  }

  static String indexEnd() {
    return "v" + AFTER_DIVIDER;
  }

  /** Where the index rows of a value begin that are of a time or later. */
  static String indexFrom(String digest, long nanos) {
    return new ItemKey(nanos, digest).index();
  }

  static String indexEnd(String digest) {
    return INDEX + digest + AFTER_DIVIDER;
  }

  String item() {
    StringBuilder text = new StringBuilder(CHARS);
    ItemTime.append(text, nanos);
    return text.append(DIVIDER).append(digest).toString();
  }

  String index() {
    StringBuilder text = new StringBuilder(INDEX.length() + CHARS);
    text.append(INDEX).append(digest).append(DIVIDER);
    ItemTime.append(text, nanos);
    return text.toString();
  }

  /** Just above this item, and below any larger one. */
  String itemAbove() {
    return item() + DIVIDER;
  }

  /**
   * Above the index rows of those items of a value that are in the place of this one or below it.
   */
  String indexAbove(String ofDigest) {
    if (ofDigest.compareTo(digest) > 0) {
      return indexFrom(ofDigest, nanos);
    }
    return nanos == Long.MAX_VALUE ? indexEnd(ofDigest) : indexFrom(ofDigest, nanos + 1);
  }

  /** Nanoseconds in 8 bytes, then the digest in 16. */
  void write(ByteBuffer bytes) {
    bytes.putLong(nanos).put(Base64.getDecoder().decode(digest));
  }
}
