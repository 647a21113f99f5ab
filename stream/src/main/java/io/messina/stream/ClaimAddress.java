package io.messina.stream;

import io.messina.api.Position;

/**
 * Where the claim of an event stands: in which run of which group, and the event's place. It is
 * good for one claim: what hands the event out again has another number. As text, which is 44
 * characters that are safe in a URL, it is the {@link io.messina.api.Receipt} that the worker
 * holds.
 *
 * @param streamGeneration the number of the stream's creation, from 1
 * @param groupGeneration the number of the group's creation, from 1
 * @param run of the group, from 0; seek and purge begin the next
 * @param shard the shard's number
 * @param position of the event in the shard
 * @param claim the number of the claim, from 0, never used twice in a shard and group
 */
public record ClaimAddress(
    int streamGeneration, int groupGeneration, int run, int shard, Position position, long claim) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of bounds
   */
  public ClaimAddress {
    Generations.check(streamGeneration);
    Generations.check(groupGeneration);
    ShardId.checkNumber(shard);
    if (run < 0) {
      throw new IllegalArgumentException("run: " + run + " (expected: from 0)");
    }
    if (claim < 0) {
      throw new IllegalArgumentException("claim: " + claim + " (expected: from 0)");
    }
  }

  /**
   * Parses a receipt.
   *
   * @param text from {@link #toString}
   * @throws IllegalArgumentException with a sentence, if it is anything else
   */
  public static ClaimAddress parse(String text) {
    return ClaimAddressCodec.decode(text);
  }

  @Override
  public String toString() {
    return ClaimAddressCodec.encode(this);
  }
}
