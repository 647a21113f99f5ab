package io.messina.client.event;

import io.messina.api.Checks;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event to be appended. Bounds that are the server's to know are checked there.
 *
 * @param key what picks the shard and, in ordered groups, what is kept in order; if absent, the
 *     stream's JSON pointer picks it, if it has one
 * @param time when it happened; if absent, the stream's JSON pointer tells, if it has one
 * @param headers in the order given
 * @param payload what it carries
 */
public record NewEvent(
    Optional<String> key, Optional<Instant> time, Map<String, String> headers, Payload payload) {

  /** An event whose headers nobody changes any more. */
  public NewEvent {
    key.ifPresent(text -> Checks.text("key", text, 1024));
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * An event of nothing but a payload.
   *
   * @param payload what it carries
   * @return the event
   */
  public static NewEvent of(Payload payload) {
    return new NewEvent(Optional.empty(), Optional.empty(), Map.of(), payload);
  }

  /**
   * An event with a key.
   *
   * @param key 1 to 1,024 bytes of UTF-8
   * @param payload what it carries
   * @return the event
   */
  public static NewEvent of(String key, Payload payload) {
    return of(payload).withKey(key);
  }

  /**
   * The same with a key.
   *
   * @param key 1 to 1,024 bytes of UTF-8
   * @return another event
   */
  public NewEvent withKey(String key) {
    return new NewEvent(Optional.of(key), time, headers, payload);
  }

  /**
   * The same with a time.
   *
   * @param time when it happened
   * @return another event
   */
  public NewEvent withTime(Instant time) {
    return new NewEvent(key, Optional.of(time), headers, payload);
  }

  /**
   * The same with one more header; one of the same name is replaced.
   *
   * @param name 1 to 256 characters
   * @param value any text
   * @return another event
   */
  public NewEvent withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new NewEvent(key, time, more, payload);
  }
}
