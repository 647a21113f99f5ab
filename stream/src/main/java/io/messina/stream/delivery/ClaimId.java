package io.messina.stream.delivery;

/**
 * What a worker shows to settle an event that it claimed.
 *
 * @param position the event, packed
 * @param claim the number of the claim that handed it out, from 1; never given twice on a shard
 * @param run the run of the group, from 0; seek and purge begin the next
 */
public record ClaimId(long position, long claim, int run) {

  /**
   * A checked claim id.
   *
   * @throws IllegalArgumentException where a number is out of bounds
   */
  public ClaimId {
    if (position < 0 || claim < 1 || run < 0) {
      throw new IllegalArgumentException(
          "claim id: " + position + " " + claim + " " + run + " (expected: from 0, 1 and 0)");
    }
  }
}
