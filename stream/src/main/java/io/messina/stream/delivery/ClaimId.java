package io.messina.stream.delivery;

/**
 * Identifies one claim of one event, so that its worker can settle it.
 *
 * @param position the event, packed
 * @param claim the number of the claim that handed it out, from 1; never used twice on a shard
 * @param run the run of the group, from 0; seek and purge begin the next
 */
public record ClaimId(long position, long claim, int run) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of bounds
   */
  public ClaimId {
    if (position < 0 || claim < 1 || run < 0) {
      throw new IllegalArgumentException(
          "claim id: " + position + " " + claim + " " + run + " (expected: from 0, 1 and 0)");
    }
  }
}
