package io.messina.client.internal.event;

import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.internal.JsonBodies;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Events as the API writes them into requests. */
public final class EventText {

  private EventText() {}

  /** A line of {@code application/vnd.messina+json}, without its end. */
  public static byte[] line(NewEvent event, Optional<Instant> notBefore) {
    return JsonBodies.object(
        json -> {
          fields(json, event);
          event.time().ifPresent(time -> json.writeStringProperty("time", time.toString()));
          notBefore.ifPresent(time -> json.writeStringProperty("not_before", time.toString()));
        });
  }

  /** The fields that every event has, also one that is appended with an acknowledgement. */
  public static void fields(JsonGenerator json, NewEvent event) {
    event.key().ifPresent(key -> json.writeStringProperty("key", key));
    if (!event.headers().isEmpty()) {
      json.writeObjectPropertyStart("headers");
      event.headers().forEach(json::writeStringProperty);
      json.writeEndObject();
    }
    payload(json, event.payload());
  }

  private static void payload(JsonGenerator json, Payload payload) {
    json.writeStringProperty("content_type", payload.contentType());
    if (payload.isJson()) {
      json.writeName("payload");
      json.writeRawValue(payload.text());
    } else {
      json.writeStringProperty(
          "payload_base64", Base64.getEncoder().encodeToString(payload.toBytes()));
    }
  }
}
