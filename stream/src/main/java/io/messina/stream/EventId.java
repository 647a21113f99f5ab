package io.messina.stream;

import io.messina.api.Position;

/**
 * What the outside calls an event: all that leads to it with one read, given the name of its
 * stream. As text it is 28 characters that are safe in a URL and mean nothing to who holds them.
 *
 * @param streamGeneration which creation of the stream, from 1
 * @param shard the shard's number
 * @param segment the segment of the lane, from 0
 * @param position its place in the shard
 */
public record EventId(int streamGeneration, int shard, int segment, Position position) {

  /**
   * A checked id.
   *
   * @throws IllegalArgumentException where a number is out of bounds
   */
  public EventId {
    Names.checkGeneration(streamGeneration);
    ShardId.checkNumber(shard);
    if (segment < 0) {
      throw new IllegalArgumentException("segment: " + segment + " (expected: from 0)");
    }
  }

  /**
   * Reads what {@link #toString} gave.
   *
   * @param text the id as text
   * @return the id
   * @throws IllegalArgumentException with a sentence, where it is anything else
   */
  public static EventId parse(String text) {
    return EventIdCodec.decode(text);
  }

  /** The id as text. */
  @Override
  public String toString() {
    return EventIdCodec.encode(this);
  }
}
