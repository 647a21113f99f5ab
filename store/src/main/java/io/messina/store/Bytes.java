package io.messina.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable sequence of bytes, the value of a {@link ColumnType#BYTES} column. Compared byte by
 * byte as unsigned numbers; a prefix comes before what it is a prefix of. Safe for use by many
 * threads.
 */
public final class Bytes implements Comparable<Bytes> {

  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private static final int SHOWN_BYTES_MAX = 32;

  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /**
   * The given array as it is, without a copy.
   *
   * @param array the bytes; the caller gives it away and changes it no more
   * @return a view of the array
   */
  public static Bytes wrap(byte[] array) {
    return array.length == 0 ? EMPTY : new Bytes(array);
  }

  /**
   * A copy of the given bytes.
   *
   * @param array the bytes, free to change afterwards
   * @return the copy
   */
  public static Bytes copyOf(byte[] array) {
    return wrap(array.clone());
  }

  /**
   * The UTF-8 form of a text.
   *
   * @param text the text; unpaired surrogates become {@code ?}
   * @return its bytes
   */
  public static Bytes utf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * How many bytes there are.
   *
   * @return the length, 0 or more
   */
  public int length() {
    return array.length;
  }

  /**
   * One byte.
   *
   * @param index from 0 to {@code length() - 1}
   * @return the byte
   * @throws IndexOutOfBoundsException where the index is outside of these bounds
   */
  public byte at(int index) {
    return array[index];
  }

  /**
   * Whether these bytes begin with others.
   *
   * @param prefix any
   * @return true also if they are the same, or the prefix is empty
   */
  public boolean startsWith(Bytes prefix) {
    int length = prefix.array.length;
    return array.length >= length && Arrays.equals(array, 0, length, prefix.array, 0, length);
  }

  /**
   * Copies all bytes into an array.
   *
   * @param target where to
   * @param offset where the first byte goes
   * @throws IndexOutOfBoundsException where they do not fit
   */
  public void copyTo(byte[] target, int offset) {
    System.arraycopy(array, 0, target, offset, array.length);
  }

  /**
   * A copy of the bytes.
   *
   * @return a new array
   */
  public byte[] toArray() {
    return array.clone();
  }

  /**
   * A read-only view without a copy.
   *
   * @return a new buffer from the first byte to the last
   */
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(array).asReadOnlyBuffer();
  }

  /**
   * These bytes as text.
   *
   * @return what {@link #utf8} was given; where they are no UTF-8, with replacement characters
   */
  public String toUtf8() {
    return new String(array, StandardCharsets.UTF_8);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(array, other.array);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  /** The bytes in hexadecimal, at most the first 32 of them. */
  @Override
  public String toString() {
    String shown = HexFormat.of().formatHex(array, 0, Math.min(array.length, SHOWN_BYTES_MAX));
    return array.length <= SHOWN_BYTES_MAX
        ? "0x" + shown
        : "0x" + shown + "… (" + array.length + " bytes)";
  }
}
