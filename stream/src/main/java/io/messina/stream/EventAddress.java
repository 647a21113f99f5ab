package io.messina.stream;

import io.messina.api.Position;

/**
 * Where an event stands: all that leads to it with one read, given the name of its stream. As text,
 * which is 28 characters that are safe in a URL, it is the {@link io.messina.api.EventId} of the
 * event, whose meaning nobody else knows.
 *
 * @param streamGeneration the number of the stream's creation, from 1
 * @param shard the shard's number
 * @param segment the segment of the lane, from 0
 * @param position in the shard
 */
public record EventAddress(int streamGeneration, int shard, int segment, Position position) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of bounds
   */
  public EventAddress {
    Generations.check(streamGeneration);
    ShardId.checkNumber(shard);
    if (segment < 0) {
      throw new IllegalArgumentException("segment: " + segment + " (expected: from 0)");
    }
  }

  /**
   * Parses an id.
   *
   * @param text from {@link #toString}
   * @throws IllegalArgumentException with a sentence, if it is anything else
   */
  public static EventAddress parse(String text) {
    return EventAddressCodec.decode(text);
  }

  @Override
  public String toString() {
    return EventAddressCodec.encode(this);
  }
}
