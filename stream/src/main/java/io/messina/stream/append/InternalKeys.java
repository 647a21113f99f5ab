package io.messina.stream.append;

import io.messina.stream.Event;
import java.util.Optional;

/**
 * Idempotency keys that Messina itself gives to events. Every stream remembers them, even if it
 * remembers none of its producers' keys. {@code Stream} refuses producers' keys that begin like
 * these.
 */
public final class InternalKeys {

  /**
   * The prefix of the keys of outputs, which are appended with an acknowledgement. The first event
   * of such a key wins, and one with another body counts as its repeat: a second attempt may
   * produce another output, but there must be one output per event.
   */
  public static final String OUTPUT_PREFIX = "~out/";

  /** The prefix of the keys of delayed events; the schedule id follows. */
  public static final String DELAYED_PREFIX = "~due/";

  /**
   * The prefix of the rows that lead from the key of a delayed event to its id; the key's hash
   * follows.
   */
  static final String ACCEPTED_PREFIX = "~key/";

  private InternalKeys() {}

  /**
   * Returns an event with a key that its producer did not give, and without its numbered batch,
   * which the key replaces.
   *
   * @param event from the producer
   * @param key 1 to 256 characters
   * @throws IllegalArgumentException if the key is out of its bounds
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

  /** Returns whether a key begins like one of Messina's own, so that producers may not use it. */
  public static boolean isInternal(String key) {
    return key.startsWith(OUTPUT_PREFIX)
        || key.startsWith(DELAYED_PREFIX)
        || key.startsWith(ACCEPTED_PREFIX);
  }

  static boolean firstWins(String key) {
    return key.startsWith(OUTPUT_PREFIX);
  }
}
