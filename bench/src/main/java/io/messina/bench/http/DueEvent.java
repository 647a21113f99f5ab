package io.messina.bench.http;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;

/**
 * An event of two hundred bytes of JSON that tells the moment at which it was due, by {@link
 * System#nanoTime}, which all processes of a machine have in common.
 */
public final class DueEvent {

  /** The digits of a moment, with zeros before them. */
  static final int DUE_DIGITS = 19;

  /** What stands before the digits. */
  static final byte[] DUE = HttpAnswer.ascii("\"due\":\"");

  private static final int KEYS = 100_000;
  private static final int KEY_FROM = "{\"user\":\"".length();
  private static final int KEY_LENGTH = "user-100000".length();

  /** Where the digits begin in a payload. */
  static final int DUE_AT = KEY_FROM + KEY_LENGTH + "\",".length() + DUE.length;

  private DueEvent() {}

  /**
   * A new event, due at no time yet.
   *
   * @param random makes it
   * @return its payload
   */
  public static byte[] create(SplittableRandom random) {
    byte[] noise = new byte[HttpRequests.EVENT_BYTES];
    random.nextBytes(noise);
    String begin =
        "{\"user\":\"user-%d\",\"due\":\"%s\",\"text\":\""
            .formatted(KEYS + random.nextInt(KEYS), "0".repeat(DUE_DIGITS));
    String end = "\"}";
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(noise);
    return HttpAnswer.ascii(
        begin + text.substring(0, HttpRequests.EVENT_BYTES - begin.length() - end.length()) + end);
  }

  /**
   * Its key.
   *
   * @param payload of an event
   * @return as bytes
   */
  public static byte[] key(byte[] payload) {
    return Arrays.copyOfRange(payload, KEY_FROM, KEY_FROM + KEY_LENGTH);
  }

  /**
   * Changes the moment at which it is due.
   *
   * @param bytes end with a payload, or are one
   * @param payloadFrom where the payload begins
   * @param dueNanos the moment
   */
  public static void setDue(ByteBuffer bytes, int payloadFrom, long dueNanos) {
    long rest = dueNanos;
    for (int at = payloadFrom + DUE_AT + DUE_DIGITS - 1; at >= payloadFrom + DUE_AT; at--) {
      bytes.put(at, (byte) ('0' + rest % 10));
      rest /= 10;
    }
  }

  static long dueNanos(ByteBuffer bytes, int digitsFrom) {
    long nanos = 0;
    for (int at = digitsFrom; at < digitsFrom + DUE_DIGITS; at++) {
      nanos = nanos * 10 + bytes.get(at) - '0';
    }
    return nanos;
  }
}
