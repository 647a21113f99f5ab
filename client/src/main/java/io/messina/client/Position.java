package io.messina.client;

/**
 * A place in the one order of a shard. Later events of a shard have larger positions.
 *
 * @param epoch the ownership of the shard under which the event was appended, from 0
 * @param sequence its number there, from 0
 */
public record Position(int epoch, long sequence) implements Comparable<Position> {

  /** Before the first event of any shard. */
  public static final Position START = new Position(0, 0);

  /**
   * A checked position.
   *
   * @throws IllegalArgumentException where a number is negative
   */
  public Position {
    Names.checkBetween("epoch", epoch, 0, Integer.MAX_VALUE);
    Names.checkBetween("sequence", sequence, 0, Long.MAX_VALUE);
  }

  /**
   * Reads what {@link #toString} gave.
   *
   * @param text as in {@code 3.17}
   * @return the position
   * @throws IllegalArgumentException where it is anything else
   */
  public static Position parse(String text) {
    int dot = text.indexOf('.');
    Names.check(dot > 0, "position", text, "epoch.sequence");
    return new Position(
        Integer.parseInt(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
  }

  @Override
  public int compareTo(Position other) {
    int byEpoch = Integer.compare(epoch, other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(sequence, other.sequence);
  }

  /** As in {@code 3.17}. */
  @Override
  public String toString() {
    return epoch + "." + sequence;
  }
}
