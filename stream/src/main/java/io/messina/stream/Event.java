package io.messina.stream;

import io.messina.api.Checks;
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
  public static final int KEY_BYTES_MAX = 1024;

  /** The longest idempotency key, in characters. */
  public static final int IDEMPOTENCY_KEY_CHARS_MAX = 256;

  /** The most headers. */
  public static final int HEADERS_MAX = 64;

  /** The longest name of a header, in characters. */
  public static final int HEADER_NAME_CHARS_MAX = 256;

  /** The most characters of all names and values of headers together. */
  public static final int HEADER_CHARS_MAX = 16_384;

  /** The longest content type, in characters. */
  public static final int CONTENT_TYPE_CHARS_MAX = 128;

  /** The largest payload, in bytes. */
  public static final int PAYLOAD_BYTES_MAX = 1 << 20;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if a part is out of its bounds
   */
  public Event {
    key.ifPresent(bytes -> Checks.between("key bytes", bytes.length(), 1, KEY_BYTES_MAX));
    idempotencyKey.ifPresent(text -> checkText("idempotency key", text, IDEMPOTENCY_KEY_CHARS_MAX));
    headers = checked(headers);
    checkText("content type", contentType, CONTENT_TYPE_CHARS_MAX);
    Checks.between("payload bytes", payload.length(), 0, PAYLOAD_BYTES_MAX);
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

  private static void checkText(String what, String text, int charsMax) {
    Checks.text(what, text, charsMax);
    Checks.utf8(what, text);
  }

  private static Map<String, String> checked(Map<String, String> headers) {
    if (headers.isEmpty()) {
      return Map.of();
    }
    Checks.between("headers", headers.size(), 0, HEADERS_MAX);
    int chars = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      checkText("header name", header.getKey(), HEADER_NAME_CHARS_MAX);
      Checks.utf8("header " + header.getKey(), header.getValue());
      chars += header.getKey().length() + header.getValue().length();
      Checks.between("header characters", chars, 0, HEADER_CHARS_MAX);
    }
    return Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }
}
