package io.messina.messaging.usage;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageState;
import io.messina.messaging.track.MessageProgress;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The counted state of a message:
 *
 * <pre>
 *   | 0 | hop 4 | kinds 4, a bit for each | parts 4 | n | numbers of delivered parts, n times 4 |
 *   | hops at which it was sent, each 4 |
 * </pre>
 *
 * @param sent the hops at which it was sent
 */
record CountedMessage(MessageProgress facts, Set<Integer> sent) {

  /** Nothing. */
  static final CountedMessage NONE = new CountedMessage(MessageProgress.NONE, Set.of());

  /** The bit of each kind, from the lowest: stored, so new kinds are added at the end. */
  static final List<MessageEventKind> BITS =
      List.of(
          MessageEventKind.ACCEPTED,
          MessageEventKind.ROUTED,
          MessageEventKind.SENT,
          MessageEventKind.REFUSED,
          MessageEventKind.UNCERTAIN,
          MessageEventKind.FAILED,
          MessageEventKind.EXPIRED,
          MessageEventKind.CANCELLED,
          MessageEventKind.SUPPRESSED,
          MessageEventKind.DELIVERED,
          MessageEventKind.READ,
          MessageEventKind.UNDELIVERED,
          MessageEventKind.BOUNCED,
          MessageEventKind.COMPLAINED,
          MessageEventKind.UNSUBSCRIBED,
          MessageEventKind.DISABLED);

  private static final byte VERSION = 0;
  private static final int FIXED_BYTES = 14;

  CountedMessage {
    sent = Set.copyOf(sent);
  }

  CountedMessage and(MessageEvent event) {
    Set<Integer> hops = new TreeSet<>(sent);
    if (event.kind() == MessageEventKind.SENT) {
      hops.add(event.hop());
    }
    return new CountedMessage(facts.and(event), hops);
  }

  /** The state under which it is counted; empty if it is not counted yet. */
  Optional<MessageState> state() {
    return facts.kinds().isEmpty() ? Optional.empty() : Optional.of(facts.state());
  }

  Bytes encode() {
    ByteBuffer buffer =
        ByteBuffer.allocate(FIXED_BYTES + 4 * (facts.delivered().size() + sent.size()))
            .put(VERSION)
            .putInt(facts.hop())
            .putInt(bits(facts.kinds()))
            .putInt(facts.parts())
            .put((byte) facts.delivered().size());
    facts.delivered().forEach(buffer::putInt);
    sent.stream().sorted().forEach(buffer::putInt);
    return Bytes.wrap(buffer.array());
  }

  /**
   * Reads the bytes of {@link #encode}.
   *
   * @throws RuntimeException if they are other bytes
   */
  static CountedMessage decode(Bytes bytes) {
    ByteBuffer buffer = bytes.asByteBuffer();
    byte version = buffer.get();
    if (version != VERSION) {
      throw new IllegalArgumentException("version: " + version + " (expected: " + VERSION + ")");
    }
    int hop = buffer.getInt();
    Set<MessageEventKind> kinds = kinds(buffer.getInt());
    int parts = buffer.getInt();
    TreeSet<Integer> delivered = new TreeSet<>();
    for (int left = Byte.toUnsignedInt(buffer.get()); left > 0; left--) {
      delivered.add(buffer.getInt());
    }
    Set<Integer> sent = new TreeSet<>();
    while (buffer.hasRemaining()) {
      sent.add(buffer.getInt());
    }
    return new CountedMessage(new MessageProgress(hop, kinds, parts, delivered), sent);
  }

  private static int bits(Set<MessageEventKind> kinds) {
    int bits = 0;
    for (int i = 0; i < BITS.size(); i++) {
      bits |= kinds.contains(BITS.get(i)) ? 1 << i : 0;
    }
    return bits;
  }

  private static Set<MessageEventKind> kinds(int bits) {
    Set<MessageEventKind> kinds = EnumSet.noneOf(MessageEventKind.class);
    for (int i = 0; i < BITS.size(); i++) {
      if ((bits & 1 << i) != 0) {
        kinds.add(BITS.get(i));
      }
    }
    return kinds;
  }
}
