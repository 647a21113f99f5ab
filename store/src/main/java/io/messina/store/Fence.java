package io.messina.store;

import java.util.Comparator;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in a fenced partition and is replaced by each write to it: whoever knows it has seen
 * the partition's last change. The writer is part of it, so that two processes never set equal
 * fences, and a writer that lost an answer can tell whether the fence that stands is its own. A
 * fence that was once set in a partition is never set there again, since each write sets a {@link
 * #isAfter later} one.
 *
 * @param epoch the ownership under which the write was made, from 0
 * @param n the number of the write in its epoch, from 0
 * @param writer the process that made it
 */
public record Fence(long epoch, long n, Incarnation writer) {

  private static final Comparator<Fence> ORDER =
      Comparator.comparingLong(Fence::epoch).thenComparingLong(Fence::n);
  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,19})\\.(\\d{1,19})@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

  /**
   * A checked fence.
   *
   * @throws IllegalArgumentException where a number is negative
   */
  public Fence {
    if (epoch < 0 || n < 0) {
      throw new IllegalArgumentException(
          "fence: " + epoch + "." + n + " (expected: numbers from 0)");
    }
  }

  /**
   * Whether this fence may take the other's place.
   *
   * @param other the fence that stands
   * @return true if the epoch is higher, or equal with a higher n
   */
  public boolean isAfter(Fence other) {
    return ORDER.compare(this, other) > 0;
  }

  /**
   * The fence of the same writer's next write in the same epoch.
   *
   * @return the fence with n + 1
   */
  public Fence next() {
    return new Fence(epoch, Math.addExact(n, 1), writer);
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @param text for instance {@code 3.17@0b5c7a2e-8f3d-4c69-9e1a-5d2f60c1b7aa}
   * @return the fence
   * @throws IllegalArgumentException where the text is not of this form
   */
  public static Fence parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(unreadable(text));
    }
    try {
      return new Fence(
          Long.parseLong(matcher.group(1)),
          Long.parseLong(matcher.group(2)),
          new Incarnation(UUID.fromString(matcher.group(3))));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(unreadable(text), e);
    }
  }

  /**
   * The canonical text: epoch, n and writer, as in {@code
   * 3.17@0b5c7a2e-8f3d-4c69-9e1a-5d2f60c1b7aa}.
   */
  @Override
  public String toString() {
    return epoch + "." + n + "@" + writer;
  }

  private static String unreadable(String text) {
    return "fence: " + text + " (expected: epoch.n@writer)";
  }
}
