package io.messina.runtime;

import io.messina.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An array that is written from its start to its end, and grows when it is full. Not safe for use
 * by several threads.
 */
public final class GrowingBytes {

  private byte[] array;
  private int length;

  /**
   * @param capacity how many bytes fit before it grows
   */
  public GrowingBytes(int capacity) {
    array = new byte[capacity];
  }

  /** The present array; only its first {@link #length} bytes count. */
  public byte[] array() {
    return array;
  }

  public int length() {
    return length;
  }

  /** Returns a copy of the written bytes. */
  public byte[] toArray() {
    return Arrays.copyOf(array, length);
  }

  public void skip(int count) {
    ensure(count);
    length += count;
  }

  /**
   * Writes one byte.
   *
   * @param value whose lowest eight bits count
   */
  public void putByte(int value) {
    ensure(1);
    array[length++] = (byte) value;
  }

  /** Writes a number in the form of {@link Varints}. */
  public void putVarint(long value) {
    ensure(Varints.BYTES_MAX);
    length = Varints.put(array, length, value);
  }

  public void put(Bytes bytes) {
    ensure(bytes.length());
    bytes.copyTo(array, length);
    length += bytes.length();
  }

  public void put(byte[] bytes) {
    ensure(bytes.length);
    System.arraycopy(bytes, 0, array, length, bytes.length);
    length += bytes.length;
  }

  public void putWithLength(Bytes bytes) {
    putVarint(bytes.length());
    put(bytes);
  }

  /**
   * Writes a text as UTF-8 with its length before it; ASCII without a temporary array.
   *
   * @param text encodable as UTF-8
   */
  public void putWithLength(String text) {
    int start = length;
    putVarint(text.length());
    ensure(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length = start;
        putWithLength(Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)));
        return;
      }
      array[length++] = (byte) c;
    }
  }

  private void ensure(int count) {
    if (count > array.length - length) {
      array = Arrays.copyOf(array, Math.max(length + count, array.length * 2));
    }
  }
}
