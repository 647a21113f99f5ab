package io.messina.aggregate.rekey;

import java.util.Arrays;

/**
 * The note of a sender in the fenced state of its shard: the end of the batch that it may have
 * begun to send, and the facts that follow from the events before it. Its text is {@code v1} and
 * the numbers in their order, separated by blanks.
 *
 * @param next the first position whose event may not have been sent, packed
 * @param end the position behind the batch that begins at that position, packed; {@code next} if
 *     none was begun
 * @param watermarkMillis the latest time of an event before {@code next}; the lowest long if there
 *     was none
 * @param ahead the earlier events that were too far ahead of their append time
 * @param skipped the earlier events that had no member
 * @param gaps the times that events were dropped before they could be sent
 */
record SendNote(long next, long end, long watermarkMillis, long ahead, long skipped, long gaps) {

  static final SendNote NONE = new SendNote(0, 0, Long.MIN_VALUE, 0, 0, 0);

  private static final String VERSION = "v1";
  private static final String SEPARATOR = " ";
  private static final int PARTS = 7;

  /**
   * Reads the text of {@link #toString}.
   *
   * @param text empty for none
   * @throws IllegalStateException if it is something else
   */
  static SendNote parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    String[] parts = text.split(SEPARATOR, -1);
    if (parts.length != PARTS || !parts[0].equals(VERSION)) {
      throw new IllegalStateException("note: " + text + " (expected: one of " + VERSION + ")");
    }
    long[] numbers = Arrays.stream(parts).skip(1).mapToLong(Long::parseLong).toArray();
    return new SendNote(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
  }

  @Override
  public String toString() {
    return String.join(
        SEPARATOR,
        VERSION,
        Long.toString(next),
        Long.toString(end),
        Long.toString(watermarkMillis),
        Long.toString(ahead),
        Long.toString(skipped),
        Long.toString(gaps));
  }

  /** Whether a batch may have been sent already, or a part of it. */
  boolean isBegun() {
    return end > next;
  }

  SendNote begun(long behind) {
    return new SendNote(next, behind, watermarkMillis, ahead, skipped, gaps);
  }

  SendNote lost(int more) {
    return new SendNote(next, end, watermarkMillis, ahead, skipped, gaps + more);
  }
}
