package io.messina.stream.json;

import io.messina.api.Times;
import io.messina.store.Bytes;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.LeasedEvent;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Events as the API writes them. Keys that are not UTF-8 are {@code key_base64}; payloads that are
 * JSON are embedded as they are, others are {@code payload_base64}.
 */
public final class EventJson {

  private EventJson() {}

  /**
   * Writes an event as an object.
   *
   * @param json where to
   * @param stored the event
   */
  public static void write(JsonGenerator json, StoredEvent stored) {
    json.writeStartObject();
    writeFields(json, stored);
    json.writeEndObject();
  }

  /**
   * Writes an event that was handed out, with {@code attempt}, {@code attempts_left}, {@code
   * receipt}, and {@code lease_remaining_ms} as it is now.
   *
   * @param json where to
   * @param leased the event
   * @param attemptsMax how many attempts its group allows
   */
  public static void write(JsonGenerator json, LeasedEvent leased, int attemptsMax) {
    ClaimedEvent claimed = leased.claimed();
    json.writeStartObject();
    writeFields(json, claimed.stored());
    json.writeNumberProperty("attempt", claimed.attempt());
    json.writeNumberProperty("attempts_left", Math.max(0, attemptsMax - claimed.attempt()));
    if (claimed.suspect()) {
      json.writeBooleanProperty("suspect", true);
    }
    json.writeStringProperty("receipt", claimed.receipt().toString());
    json.writeNumberProperty("lease_remaining_ms", leased.leaseRemaining().toMillis());
    json.writeEndObject();
  }

  /**
   * Writes a delayed event that waits as an object, with {@code not_before} and without a place.
   *
   * @param json where to
   * @param id of the event
   * @param event the event
   */
  public static void write(JsonGenerator json, DelayedAddress id, Event event) {
    json.writeStartObject();
    json.writeStringProperty("id", id.toString());
    json.writeNumberProperty("shard", id.shard());
    json.writeStringProperty("not_before", Times.format(id.due()));
    event.key().ifPresent(key -> writeKey(json, key));
    event.time().ifPresent(time -> json.writeStringProperty("time", Times.format(time)));
    writeContent(json, event);
    json.writeEndObject();
  }

  /**
   * Writes the fields of an event into an object that the caller has begun.
   *
   * @param json where to
   * @param stored the event
   */
  public static void writeFields(JsonGenerator json, StoredEvent stored) {
    Event event = stored.event();
    json.writeStringProperty("id", stored.id().toString());
    json.writeNumberProperty("shard", stored.id().shard());
    json.writeStringProperty("position", stored.id().position().toString());
    event.key().ifPresent(key -> writeKey(json, key));
    json.writeStringProperty("time", Times.format(event.time().orElse(stored.appendTime())));
    json.writeStringProperty("append_time", Times.format(stored.appendTime()));
    writeContent(json, event);
  }

  private static void writeContent(JsonGenerator json, Event event) {
    writeHeaders(json, event);
    json.writeStringProperty("content_type", event.contentType());
    writePayload(json, "payload", event);
  }

  private static void writeKey(JsonGenerator json, Bytes key) {
    byte[] bytes = key.toArray();
    Optional<String> text = StrictUtf8.decode(bytes);
    if (text.isPresent()) {
      json.writeStringProperty("key", text.get());
    } else {
      json.writeName("key_base64");
      json.writeBinary(bytes);
    }
  }

  private static void writeHeaders(JsonGenerator json, Event event) {
    json.writeObjectPropertyStart("headers");
    event.headers().forEach(json::writeStringProperty);
    json.writeEndObject();
  }

  /**
   * Writes a payload as a field: as it is if it is JSON, else in Base64.
   *
   * @param json if a field of an object is due
   * @param name of the field; that in Base64 has {@code _base64} behind it
   * @param event whose payload
   */
  public static void writePayload(JsonGenerator json, String name, Event event) {
    byte[] bytes = event.payload().toArray();
    if (JsonText.isJson(event.contentType()) && JsonText.isWellFormed(bytes)) {
      json.writeName(name);
      json.writeRawValue(new RawUtf8(bytes));
    } else {
      json.writeName(name + "_base64");
      json.writeBinary(bytes);
    }
  }
}
