package io.messina.stream;

import io.messina.api.Checks;
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

  private static final OpaqueText TEXT = new OpaqueText("receipt", 1, 30);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of bounds
   */
  public ClaimAddress {
    StreamId.checkGeneration(streamGeneration);
    StreamId.checkGeneration(groupGeneration);
    ShardId.checkNumber(shard);
    Checks.that(run >= 0, "run", run, "from 0");
    Checks.that(claim >= 0, "claim", claim, "from 0");
  }

  /**
   * Parses a receipt.
   *
   * @param text from {@link #toString}
   * @throws IllegalArgumentException with a sentence, if it is anything else
   */
  public static ClaimAddress parse(String text) {
    var fields = TEXT.read(text);
    return new ClaimAddress(
        fields.getInt(),
        fields.getInt(),
        fields.getInt(),
        fields.getShort(),
        Position.unpack(fields.getLong()),
        fields.getLong());
  }

  /**
   * The receipt as text: Base64 of these bytes, big-endian.
   *
   * <pre>
   *   0   1  version, 1
   *   1   4  generation of the stream
   *   5   4  generation of the group
   *   9   4  run of the group
   *   13  2  shard
   *   15  8  position: epoch and sequence, packed
   *   23  8  claim
   *   31  2  check, see OpaqueText
   * </pre>
   */
  @Override
  public String toString() {
    return TEXT.write(
        fields ->
            fields
                .putInt(streamGeneration)
                .putInt(groupGeneration)
                .putInt(run)
                .putShort((short) shard)
                .putLong(position.packed())
                .putLong(claim));
  }
}
