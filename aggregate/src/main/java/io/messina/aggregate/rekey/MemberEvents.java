package io.messina.aggregate.rekey;

import com.dynatrace.hash4j.hashing.Hashing;
import io.messina.aggregate.Origin;
import io.messina.aggregate.Origins;
import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.SourceTime;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.StoredEvent;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/**
 * The events of a stream of members:
 *
 * <pre>
 *   | version 1 | type | source, 2 bytes | next, 8 bytes | watermark, 8 bytes | rest |
 *     type 0, a member:             rest is | length of the group, 2 bytes | group | member |
 *     type 1, word of a shard:      no rest
 *     type 2, of one that rests:    no rest
 *     type 3, of one that has dropped events: in place of next and watermark the first start of a
 *             window that may lack some, and the first behind that does not
 * </pre>
 *
 * <p>Source is the number of the shard that has sent it. The key of a member is a hash of group and
 * member, and its time is that of the event that it was taken from.
 *
 * @param sources the number of shards that send
 */
public record MemberEvents(int sources) implements Origins {

  private static final byte VERSION = 1;
  private static final byte MEMBER = 0;
  private static final byte MARK = 1;
  private static final byte REST = 2;
  private static final byte LOST = 3;
  private static final int TYPE = 1;
  private static final int SOURCE = 2;
  private static final int FIRST = 4;
  private static final int SECOND = 12;
  private static final int HEAD = 20;
  private static final int GROUP = 22;

  /**
   * The group of a member.
   *
   * @param event that {@link #of} says was sent
   */
  public static Bytes group(StoredEvent event) {
    byte[] all = event.event().payload().toArray();
    return Bytes.wrap(Arrays.copyOfRange(all, GROUP, memberAt(all)));
  }

  /**
   * The member.
   *
   * @param event that {@link #of} says was sent
   */
  public static Bytes member(StoredEvent event) {
    byte[] all = event.event().payload().toArray();
    return Bytes.wrap(Arrays.copyOfRange(all, memberAt(all), all.length));
  }

  private static int memberAt(byte[] all) {
    return GROUP + Short.toUnsignedInt(ByteBuffer.wrap(all).getShort(HEAD));
  }

  @Override
  public Origin of(StoredEvent event) {
    ByteBuffer from = event.event().payload().asByteBuffer();
    if (from.remaining() < HEAD) {
      throw new IllegalStateException(
          event.id() + ": not a member (expected: at least " + HEAD + " bytes)");
    }
    if (from.get(0) != VERSION) {
      throw new IllegalStateException(
          event.id() + ": version " + from.get(0) + " (expected: " + VERSION + ")");
    }
    int source = Short.toUnsignedInt(from.getShort(SOURCE));
    long first = from.getLong(FIRST);
    long second = from.getLong(SECOND);
    return switch (from.get(TYPE)) {
      case MEMBER -> new Origin.Sent(source, new SourceTime(first, second, false));
      case MARK -> new Origin.Mark(source, new SourceTime(first, second, false));
      case REST -> new Origin.Mark(source, new SourceTime(first, second, true));
      case LOST -> new Origin.Lost(new Gaps.Span(first, second));
      default -> throw new IllegalStateException(event.id() + ": type " + from.get(TYPE));
    };
  }

  static EventBuilder member(Origin.Sent sent, Instant time, Bytes group, Bytes member) {
    byte[] to =
        head(GROUP + group.length() + member.length(), MEMBER, sent.source(), sent.reached());
    ByteBuffer.wrap(to).putShort(HEAD, (short) group.length());
    group.copyTo(to, GROUP);
    member.copyTo(to, GROUP + group.length());
    long hash = Hashing.xxh3_64().hashBytesToLong(to, HEAD, to.length - HEAD);
    Bytes key = Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(hash).array());
    return Event.builder(Bytes.wrap(to)).key(key).time(time);
  }

  static Bytes mark(Origin.Mark mark) {
    SourceTime reached = mark.reached();
    return Bytes.wrap(head(HEAD, reached.rests() ? REST : MARK, mark.source(), reached));
  }

  static Bytes lost(int source, Origin.Lost lost) {
    Gaps.Span windows = lost.windows();
    return Bytes.wrap(head(HEAD, LOST, source, windows.fromMillis(), windows.toMillis()));
  }

  private static byte[] head(int length, byte type, int source, SourceTime reached) {
    return head(length, type, source, reached.next(), reached.watermarkMillis());
  }

  private static byte[] head(int length, byte type, int source, long first, long second) {
    return ByteBuffer.allocate(length)
        .put(VERSION)
        .put(type)
        .putShort((short) source)
        .putLong(first)
        .putLong(second)
        .array();
  }
}
