package io.messina.stream;

import io.messina.api.Checks;
import io.messina.api.EventBounds;
import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event from a producer. A stream adds the shard, the position and the append time. Texts are
 * counted in characters as {@link String#length} counts, and must be encodable as UTF-8.
 *
 * @param key selects the shard and, in ordered groups, the events whose order is kept: 1 to 1,024
 *     bytes; events without a key are spread over the shards
 * @param time when it happened, from the producer; if absent, when it was appended
 * @param idempotencyKey an event whose key the shard remembers is not appended again: 1 to 256
 *     characters
 * @param sourceBatch the batch of a producer that numbers its batches
 * @param headers at most 64, in the order given; names of 1 to 256 characters; all names and values
 *     together at most 16,384 characters
 * @param contentType the media type of the payload: 1 to 128 characters
 * @param payload at most 1 MiB
 */
public record Event(
    Optional<Bytes> key,
    Optional<Instant> time,
    Optional<String> idempotencyKey,
    Optional<SourceBatch> sourceBatch,
    Map<String, String> headers,
    String contentType,
    Bytes payload) {

  /** The content type of an event without one. */
  public static final String OCTETS = "application/octet-stream";

  /** The largest key, in bytes. */
  public static final int KEY_BYTES_MAX = EventBounds.KEY_BYTES_MAX;

  /** The longest idempotency key, in characters. */
  public static final int IDEMPOTENCY_KEY_CHARS_MAX = 256;

  /** The most headers. */
  public static final int HEADERS_MAX = EventBounds.HEADERS_MAX;

  /** The most characters of all names and values of headers together. */
  public static final int HEADER_CHARS_MAX = EventBounds.HEADER_CHARS_MAX;

  /** The longest content type, in characters. */
  public static final int CONTENT_TYPE_CHARS_MAX = EventBounds.CONTENT_TYPE_CHARS_MAX;

  /** The largest payload, in bytes. */
  public static final int PAYLOAD_BYTES_MAX = EventBounds.PAYLOAD_BYTES_MAX;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if a part is out of its bounds
   */
  public Event {
    key.ifPresent(bytes -> EventBounds.checkKeyBytes(bytes.length()));
    idempotencyKey.ifPresent(Event::checkIdempotencyKey);
    headers = checked(headers);
    EventBounds.checkContentType(contentType);
    EventBounds.checkPayloadBytes(payload.length());
  }

  /**
   * Returns an event with only a payload.
   *
   * @param payload at most 1 MiB
   * @throws IllegalArgumentException if the payload is larger
   */
  public static Event of(Bytes payload) {
    return builder(payload).build();
  }

  /**
   * Returns a builder.
   *
   * @param payload at most 1 MiB, checked by {@link EventBuilder#build}
   */
  public static EventBuilder builder(Bytes payload) {
    return new EventBuilder(payload);
  }

  /**
   * Returns the same event with other headers.
   *
   * @throws IllegalArgumentException if they are out of their bounds
   */
  public Event withHeaders(Map<String, String> others) {
    return new Event(key, time, idempotencyKey, sourceBatch, others, contentType, payload);
  }

  private static void checkIdempotencyKey(String text) {
    Checks.text("idempotency key", text, IDEMPOTENCY_KEY_CHARS_MAX);
    Checks.utf8("idempotency key", text);
  }

  private static Map<String, String> checked(Map<String, String> headers) {
    if (headers.isEmpty()) {
      return Map.of();
    }
    EventBounds.checkHeaders(headers);
    return Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }
}
