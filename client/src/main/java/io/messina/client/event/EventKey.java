package io.messina.client.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The key of an event: bytes, which are text as a rule. Unchanging. */
public final class EventKey {

  private final byte[] bytes;

  private EventKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A key of bytes.
   *
   * @param bytes 1 to 1,024 of them, which are copied
   * @return the key
   */
  public static EventKey of(byte[] bytes) {
    return new EventKey(bytes.clone());
  }

  /**
   * A key of text.
   *
   * @param text 1 to 1,024 bytes of UTF-8
   * @return the key
   */
  public static EventKey of(String text) {
    return new EventKey(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The bytes.
   *
   * @return a copy
   */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /**
   * The bytes read as UTF-8.
   *
   * @return the text, with replacement characters if it is none
   */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EventKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return text();
  }
}
