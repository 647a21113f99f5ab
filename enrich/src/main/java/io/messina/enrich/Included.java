package io.messina.enrich;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which events the state of a key includes: of each partition that they came from, all up to one.
 * Positions are compared within a partition only, as positions of other partitions say nothing
 * about them. As a text it is, the partition of the last event first:
 *
 * <pre>
 *   [partition /] position [. sub] (, partition / position [. sub])*     such as 42, 42.1 or 3/42.1,0/17
 * </pre>
 *
 * @param partition that the last event came from, from 0; {@link #NO_PARTITION} if all events of a
 *     key come from one partition, of any number
 * @param position of the last event
 * @param sub its number, from 0, among several events that have one position
 * @param others of the other partitions, that of the last event before first; null where there are
 *     none
 */
public record Included(int partition, long position, int sub, @Nullable Included others) {

  /** The partition of events whose positions are all in one order. */
  public static final int NO_PARTITION = -1;

  /** The most partitions that the events of a key may come from. */
  public static final int PARTITIONS_MAX = 64;

  /**
   * All events up to a position, and none with a partition.
   *
   * @param position of the last event
   * @return the included events
   */
  public static Included upTo(long position) {
    return new Included(NO_PARTITION, position, 0, null);
  }

  /**
   * Whether an event is included. An entry without a partition applies to the partition in the
   * question.
   *
   * @param from the partition of the event, or {@link #NO_PARTITION}
   * @param at its position
   * @param number its sub number
   * @return whether it is at the last one of its partition, or before it
   */
  public boolean includes(int from, long at, int number) {
    if (from == partition || partition == NO_PARTITION) {
      return at < position || (at == position && number <= sub);
    }
    return others != null && others.includes(from, at, number);
  }

  /**
   * The same with a further event. An entry without a partition is taken to have been of the
   * partition of the first event that names one.
   *
   * @param from the partition of the event, or {@link #NO_PARTITION}
   * @param at its position
   * @param number its sub number
   * @return the events included afterwards
   */
  public Included with(int from, long at, int number) {
    return new Included(from, at, number, without(from));
  }

  private @Nullable Included without(int gone) {
    if (partition == gone || partition == NO_PARTITION) {
      return others;
    }
    Included fewer = others == null ? null : others.without(gone);
    return Objects.equals(fewer, others) ? this : new Included(partition, position, sub, fewer);
  }

  /**
   * Returns the number of partitions.
   *
   * @return from 1
   */
  public int partitions() {
    int count = 1;
    for (Included next = others; next != null; next = next.others) {
      count++;
    }
    return count;
  }

  /**
   * Reads a text.
   *
   * @param text as {@link #toString} writes it
   * @return the parsed value
   * @throws IllegalArgumentException if it is anything else
   */
  public static Included parse(String text) {
    Included read = null;
    String[] parts = text.split(",", -1);
    for (int i = parts.length - 1; i >= 0; i--) {
      read = part(parts[i], read);
      if (parts.length > 1 && read.partition == NO_PARTITION) {
        throw new IllegalArgumentException(text + ": no partition");
      }
    }
    if (read == null || read.partitions() > PARTITIONS_MAX) {
      throw new IllegalArgumentException(text + ": more than " + PARTITIONS_MAX + " partitions");
    }
    return read;
  }

  private static Included part(String text, @Nullable Included others) {
    int slash = text.indexOf('/');
    int point = text.indexOf('.');
    int partition = slash < 0 ? NO_PARTITION : Integer.parseInt(text.substring(0, slash));
    String position = text.substring(slash + 1, point < 0 ? text.length() : point);
    int sub = point < 0 ? 0 : Integer.parseInt(text.substring(point + 1));
    if (sub < 0 || (slash >= 0 && partition < 0)) {
      throw new IllegalArgumentException(text + ": below 0");
    }
    return new Included(partition, Long.parseLong(position), sub, others);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Included next = this; next != null; next = next.others) {
      text.append(text.isEmpty() ? "" : ",");
      if (next.partition != NO_PARTITION) {
        text.append(next.partition).append('/');
      }
      text.append(next.position);
      if (next.sub > 0) {
        text.append('.').append(next.sub);
      }
    }
    return text.toString();
  }
}
