package io.messina.runtime;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a part of an array from its start to its end, and never beyond. */
public final class BoundedBytes {

  private final byte[] array;
  private final int end;
  private int at;

  /**
   * @param array that is read
   * @param start the index of the first byte
   * @param end the index behind the last one
   */
  public BoundedBytes(byte[] array, int start, int end) {
    this.array = array;
    this.at = start;
    this.end = end;
  }

  /** Returns how many bytes are left. */
  public int remaining() {
    return end - at;
  }

  /** Returns the index of the next byte in the array. */
  public int at() {
    return at;
  }

  /** Passes over the next bytes. */
  public void skip(int count) {
    check(count);
    at += count;
  }

  /**
   * Reads an unsigned byte.
   *
   * @throws IllegalArgumentException if none is left
   */
  public int takeByte() {
    check(1);
    return array[at++] & 0xff;
  }

  public int takeInt() {
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value = value << Byte.SIZE | takeByte();
    }
    return value;
  }

  public long takeLong() {
    return (long) takeInt() << Integer.SIZE | (takeInt() & 0xFFFF_FFFFL);
  }

  /**
   * Reads a number in the form of {@link Varints}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public long takeVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int part = takeByte();
      value |= (long) (part & 0x7f) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("number: more than ten bytes (expected: at most ten)");
  }

  /**
   * Reads the next bytes.
   *
   * @param length how many
   * @throws IllegalArgumentException if fewer are left
   */
  public Bytes takeBytes(int length) {
    check(length);
    Bytes bytes = Bytes.wrap(Arrays.copyOfRange(array, at, at + length));
    at += length;
    return bytes;
  }

  public String takeText() {
    int length = takeLength();
    String text = new String(array, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /**
   * Reads a text of which nobody knows whether it is UTF-8.
   *
   * @throws IllegalArgumentException if it is not
   */
  public String takeUtf8(String what) {
    int length = takeLength();
    at += length;
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(array, at - length, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(what + ": not UTF-8 (expected: UTF-8)", e);
    }
  }

  /** Reads the length of a part, which must be present. */
  public int takeLength() {
    long length = takeVarint();
    if (length < 0 || length > remaining()) {
      throw new IllegalArgumentException(
          "length: " + length + " (expected: from 0 to " + remaining() + ")");
    }
    return (int) length;
  }

  /** Takes the next part, to be read on its own. */
  public BoundedBytes takePart(int length) {
    check(length);
    BoundedBytes part = new BoundedBytes(array, at, at + length);
    at += length;
    return part;
  }

  /** Makes something of a part of an array. */
  @FunctionalInterface
  public interface RangeReader<T> {

    /**
     * Reads the part.
     *
     * @param from the first index of the part
     * @param to the index behind it
     */
    T read(byte[] array, int from, int to);
  }

  /** Reads the next part where it stands, without a copy. */
  public <T> T takeRange(int length, RangeReader<T> reader) {
    check(length);
    at += length;
    return reader.read(array, at - length, at);
  }

  private void check(int count) {
    if (count < 0 || count > remaining()) {
      throw new IllegalArgumentException(
          "remaining bytes: " + remaining() + " (expected: at least " + count + ")");
    }
  }
}
