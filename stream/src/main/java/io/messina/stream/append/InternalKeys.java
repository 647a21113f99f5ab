package io.messina.stream.append;

import io.messina.stream.Event;
import java.util.Optional;

/**
 * Idempotency keys that Messina itself gives to events. They are heeded by every stream, also where
 * it remembers none of its producers' keys. {@link io.messina.stream.node.Stream} refuses keys that
 * begin like these.
 */
public final class InternalKeys {

  /**
   * How the keys of events begin that a worker's ack hands in. Of these the first event wins, and
   * one with another body counts as its repeat: a second attempt may come to another output, and
   * there is to be one output per event.
   */
  public static final String OUTPUT_PREFIX = "~out/";

  /** How the key of a delayed event begins; its schedule id follows. */
  public static final String DELAYED_PREFIX = "~due/";

  /** How a row is called that tells of the delayed event of a key; the key's hash follows. */
  static final String ACCEPTED_PREFIX = "~key/";

  private InternalKeys() {}

  /**
   * An event as it is appended under a key that its producer did not give, or that goes before the
   * number that it gave.
   *
   * @param event as the producer handed it in
   * @param key 1 to 256 characters
   * @return the event with that key, and of no numbered batch
   * @throws IllegalArgumentException where the key is out of its bounds
   */
  public static Event keyed(Event event, String key) {
    return new Event(
        event.key(),
        event.time(),
        Optional.of(key),
        Optional.empty(),
        event.headers(),
        event.contentType(),
        event.payload());
  }

  /**
   * Whether a key is one that producers may not give.
   *
   * @param key an idempotency key
   * @return true where it begins like one of Messina's own
   */
  public static boolean isInternal(String key) {
    return key.startsWith(OUTPUT_PREFIX)
        || key.startsWith(DELAYED_PREFIX)
        || key.startsWith(ACCEPTED_PREFIX);
  }

  static boolean firstWins(String key) {
    return key.startsWith(OUTPUT_PREFIX);
  }
}
