package io.messina.client.event;

import io.messina.api.Checks;
import io.messina.api.TraceHeaders;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event to be appended. Bounds that only the server knows are checked there.
 *
 * @param key chooses the shard, and ordered groups keep the order per key; if absent, the stream's
 *     JSON pointer yields it, if the stream has one
 * @param time when it happened; if absent, the stream's JSON pointer tells, if it has one
 * @param headers in the order given
 * @param payload the content
 */
public record NewEvent(
    Optional<String> key, Optional<Instant> time, Map<String, String> headers, Payload payload) {

  /** Copies the headers, so that later changes by the caller have no effect. */
  public NewEvent {
    key.ifPresent(text -> Checks.text("key", text, 1024));
    headers =
        headers.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * An event of nothing but a payload.
   *
   * @param payload the content
   * @return the event
   */
  public static NewEvent of(Payload payload) {
    return new NewEvent(Optional.empty(), Optional.empty(), Map.of(), payload);
  }

  /**
   * An event with a key.
   *
   * @param key 1 to 1,024 bytes of UTF-8
   * @param payload the content
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

  /**
   * The same with the trace of an event that led to it: the headers traceparent, tracestate and
   * baggage of W3C. Headers that this event has already win.
   *
   * @param cause the event that led to this one
   * @return another event
   */
  public NewEvent causedBy(Event cause) {
    return new NewEvent(
        key, time, TraceHeaders.passOn(TraceHeaders.of(cause.headers()), headers), payload);
  }
}
