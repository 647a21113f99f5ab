package io.messina.stream;

import io.messina.api.Position;

/**
 * What a worker holds for an event that a group handed out to it, and gives back to acknowledge,
 * return or extend it. It is good for one claim: what hands the event out again has another number.
 * As text it is 44 characters that are safe in a URL and mean nothing to who holds them.
 *
 * @param streamGeneration which creation of the stream, from 1
 * @param groupGeneration which creation of the group, from 1
 * @param run which run of the group, from 0; seeking and purging begin the next
 * @param shard the shard's number
 * @param position the event's place in the shard
 * @param claim the number of the claim, from 0, never used twice in a shard and group
 */
public record Receipt(
    int streamGeneration, int groupGeneration, int run, int shard, Position position, long claim) {

  /**
   * A checked receipt.
   *
   * @throws IllegalArgumentException where a number is out of bounds
   */
  public Receipt {
    Names.checkGeneration(streamGeneration);
    Names.checkGeneration(groupGeneration);
    ShardId.checkNumber(shard);
    if (run < 0) {
      throw new IllegalArgumentException("run: " + run + " (expected: from 0)");
    }
    if (claim < 0) {
      throw new IllegalArgumentException("claim: " + claim + " (expected: from 0)");
    }
  }

  /**
   * Reads what {@link #toString} gave.
   *
   * @param text the receipt as text
   * @return the receipt
   * @throws IllegalArgumentException with a sentence, where it is anything else
   */
  public static Receipt parse(String text) {
    return ReceiptCodec.decode(text);
  }

  /** The receipt as text. */
  @Override
  public String toString() {
    return ReceiptCodec.encode(this);
  }
}
