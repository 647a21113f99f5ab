package io.messina.stream;

import io.messina.api.Checks;
import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.api.WireException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

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

  private static final OpaqueText TEXT = new OpaqueText("event id", 1, 18);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of bounds
   */
  public EventAddress {
    StreamId.checkGeneration(streamGeneration);
    ShardId.checkNumber(shard);
    Checks.that(segment >= 0, "segment", segment, "from 0");
  }

  /** Returns the address of an event of the same lane and segment, some events later. */
  public EventAddress behind(int events) {
    Position place = new Position(position.epoch(), position.sequence() + events);
    return new EventAddress(streamGeneration, shard, segment, place);
  }

  /**
   * Parses an id.
   *
   * @param text from {@link #toString}
   * @throws IllegalArgumentException with a sentence, if it is anything else
   */
  public static EventAddress parse(String text) {
    var fields = TEXT.read(text);
    return new EventAddress(
        fields.getInt(), fields.getShort(), fields.getInt(), Position.unpack(fields.getLong()));
  }

  /**
   * Parses the ids of a request.
   *
   * @param ids as {@link #toString} gave them
   * @throws WireException if one is anything else
   */
  public static List<EventAddress> all(List<EventId> ids) {
    List<EventAddress> addresses = new ArrayList<>();
    for (EventId id : ids) {
      try {
        addresses.add(parse(id.value()));
      } catch (IllegalArgumentException e) {
        throw new WireException(
            WireException.Fault.WRONG_TYPE, "ids[" + addresses.size() + "]: " + e.getMessage());
      }
    }
    return addresses;
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
   *   7   4  segment
   *   11  8  position: epoch and sequence, packed
   *   19  2  check, see OpaqueText
   * </pre>
   */
  @Override
  public String toString() {
    return TEXT.write(fields -> put(fields, position.packed()));
  }

  private void put(ByteBuffer fields, long packed) {
    fields.putInt(streamGeneration).putShort((short) shard).putInt(segment).putLong(packed);
  }

  /** Writes the texts of many addresses, without an object for each. For one thread. */
  public static final class TextWriter {

    private final OpaqueText.Writer writer = TEXT.newWriter();

    /** A writer. */
    public TextWriter() {}

    /**
     * Returns the text of the address of an event some events behind another one.
     *
     * @return ASCII, valid until the next call
     */
    public byte[] textBehind(EventAddress first, int events) {
      first.put(writer.fields(), first.position.packed() + events);
      return writer.text();
    }
  }
}
