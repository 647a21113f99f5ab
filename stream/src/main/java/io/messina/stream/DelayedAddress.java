package io.messina.stream;

import io.messina.api.Checks;
import io.messina.api.EventId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Where an event stands that waits until it is due. As text, which is safe in a URL, it is the
 * {@link io.messina.api.ScheduleId} of the event.
 *
 * @param streamGeneration the number of the stream's creation, from 1
 * @param shard the shard's number
 * @param due when it is to be appended, in whole milliseconds since 1970, from 0
 * @param number distinguishes it from others of the same shard and time
 */
public record DelayedAddress(int streamGeneration, int shard, Instant due, long number) {

  private static final OpaqueText TEXT = new OpaqueText("schedule id", 1, 24);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of bounds
   */
  public DelayedAddress {
    StreamId.checkGeneration(streamGeneration);
    ShardId.checkNumber(shard);
    Checks.that(
        !due.isBefore(Instant.EPOCH) && due.truncatedTo(ChronoUnit.MILLIS).equals(due),
        "due",
        due,
        "whole milliseconds since 1970");
  }

  /**
   * Parses an id.
   *
   * @param text from {@link #toString}
   * @throws IllegalArgumentException with a sentence, if it is anything else
   */
  public static DelayedAddress parse(String text) {
    var fields = TEXT.read(text);
    return new DelayedAddress(
        fields.getInt(),
        fields.getShort(),
        Instant.ofEpochMilli(fields.getLong()),
        fields.getLong());
  }

  /** Returns the id as the API has it. */
  public EventId id() {
    return new EventId(toString());
  }

  /**
   * The id as text: Base64 of these bytes, big-endian.
   *
   * <pre>
   *   0   1  version, 1
   *   1   4  generation of the stream
   *   5   2  shard
   *   7   8  due, milliseconds since 1970
   *   15  8  number
   *   23  2  reserved, 0
   *   25  2  check, see OpaqueText
   * </pre>
   */
  @Override
  public String toString() {
    return TEXT.write(
        fields ->
            fields
                .putInt(streamGeneration)
                .putShort((short) shard)
                .putLong(due.toEpochMilli())
                .putLong(number)
                .putShort((short) 0));
  }
}
