package io.messina.stream;

import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Builds an {@link Event} part by part; {@link #build} checks the bounds. For one thread. */
public final class EventBuilder {

  private final Bytes payload;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private Optional<Bytes> key = Optional.empty();
  private Optional<Instant> time = Optional.empty();
  private Optional<String> idempotencyKey = Optional.empty();
  private Optional<SourceBatch> sourceBatch = Optional.empty();
  private String contentType = Event.OCTETS;

  EventBuilder(Bytes payload) {
    this.payload = payload;
  }

  /**
   * Sets the key, which selects the shard.
   *
   * @param key 1 to 1,024 bytes
   * @return this
   */
  public EventBuilder key(Bytes key) {
    this.key = Optional.of(key);
    return this;
  }

  /**
   * Sets when it happened.
   *
   * @return this
   */
  public EventBuilder time(Instant time) {
    this.time = Optional.of(time);
    return this;
  }

  /**
   * Sets the key by which a repeat is recognised.
   *
   * @param idempotencyKey 1 to 256 characters
   * @return this
   */
  public EventBuilder idempotencyKey(String idempotencyKey) {
    this.idempotencyKey = Optional.of(idempotencyKey);
    return this;
  }

  /**
   * Sets the batch of its producer.
   *
   * @return this
   */
  public EventBuilder sourceBatch(SourceBatch sourceBatch) {
    this.sourceBatch = Optional.of(sourceBatch);
    return this;
  }

  /**
   * Sets the media type of the payload.
   *
   * @param contentType 1 to 128 characters
   * @return this
   */
  public EventBuilder contentType(String contentType) {
    this.contentType = contentType;
    return this;
  }

  /**
   * Adds a header, or replaces the one of the same name.
   *
   * @param name 1 to 256 characters
   * @param value any text within the bound of all headers
   * @return this
   */
  public EventBuilder header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /**
   * Returns the event.
   *
   * @throws IllegalArgumentException if a part is out of its bounds
   */
  public Event build() {
    return new Event(key, time, idempotencyKey, sourceBatch, headers, contentType, payload);
  }
}
