package io.messina.cli.remote;

import io.messina.api.AttemptError;
import io.messina.client.event.Event;
import io.messina.client.event.EventKey;
import io.messina.client.event.Payload;
import io.messina.client.group.DeadLetter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** An event as fields, in the order and by the names of the HTTP API. */
final class EventFields {

  private EventFields() {}

  static Map<String, @Nullable Object> of(Event event) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", event.id().value());
    fields.put("shard", event.shard());
    fields.put("position", event.position().toString());
    event.key().ifPresent(key -> putKey(fields, key));
    fields.put("time", event.time().toString());
    fields.put("append_time", event.appendTime().toString());
    fields.put("headers", event.headers());
    fields.put("content_type", event.payload().contentType());
    putPayload(fields, event.payload());
    return fields;
  }

  static Map<String, @Nullable Object> of(DeadLetter letter) {
    Map<String, @Nullable Object> fields = of(letter.event());
    fields.put("cause", letter.death().cause().toString());
    fields.put("attempts", letter.death().attempts());
    fields.put("errors", letter.death().errors().stream().map(EventFields::error).toList());
    fields.put("died", letter.death().died().toString());
    letter.death().applied().ifPresent(applied -> fields.put("applied", applied));
    return fields;
  }

  /** For people: the fields that distinguish dead letters. */
  static Map<String, @Nullable Object> row(DeadLetter letter) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("id", letter.event().id().value());
    row.put("key", letter.event().key().map(EventKey::text).orElse(null));
    row.put("cause", letter.death().cause().toString());
    row.put("attempts", letter.death().attempts());
    row.put("died", letter.death().died().toString());
    letter.death().applied().ifPresent(applied -> row.put("applied", applied));
    row.put(
        "last_error",
        letter.death().errors().isEmpty() ? null : letter.death().errors().getLast().error());
    return row;
  }

  /**
   * Returns the same JSON in one line: line ends occur only between its values, where a blank has
   * the same meaning.
   */
  static String oneLine(String json) {
    return json.replace('\n', ' ').replace('\r', ' ');
  }

  private static Map<String, Object> error(AttemptError error) {
    return Map.of("attempt", error.attempt(), "error", error.error());
  }

  private static void putKey(Map<String, @Nullable Object> fields, EventKey key) {
    try {
      fields.put(
          "key",
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key.toBytes())).toString());
    } catch (CharacterCodingException _) {
      fields.put("key_base64", Base64.getEncoder().encodeToString(key.toBytes()));
    }
  }

  private static void putPayload(Map<String, @Nullable Object> fields, Payload payload) {
    if (payload.isJson()) {
      fields.put("payload", new RawValue(oneLine(payload.text())));
    } else {
      fields.put("payload_base64", Base64.getEncoder().encodeToString(payload.toBytes()));
    }
  }
}
