package io.messina.server.ingest;

import io.messina.api.Shown;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.json.JsonText;
import io.messina.stream.json.StrictUtf8;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A line of {@code application/vnd.messina+json}. For one line. */
final class Envelope {

  private static final String FIELDS =
      "key, time, headers, not_before, content_type, payload or payload_base64";

  private final EventDraft draft = new EventDraft();
  private final Set<String> seen = new HashSet<>();
  private final byte[] bytes;
  private final int from;
  private final int to;
  private byte @Nullable [] payload;
  private String standardType = Event.OCTETS;

  private Envelope(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  static Envelope read(byte[] bytes, int from, int to) {
    if (!StrictUtf8.isValid(bytes, from, to)) {
      throw Refusal.malformed("not UTF-8");
    }
    Envelope envelope = new Envelope(bytes, from, to);
    try (JsonParser parser = JsonText.parser(bytes, from, to)) {
      envelope.object(parser);
    } catch (JacksonException e) {
      throw JsonWalk.notJson(e);
    }
    return envelope;
  }

  EventDraft draft() {
    return draft;
  }

  String contentType() {
    return draft.contentType().orElse(standardType);
  }

  byte[] payload() {
    if (payload == null) {
      throw new Refusal("payload: absent (expected: payload or payload_base64)");
    }
    return payload;
  }

  private void object(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw Refusal.malformed("not an object (expected: an object with " + FIELDS + ")");
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = String.valueOf(parser.currentName());
      if (!seen.add(name)) {
        throw new Refusal(Shown.text(name) + ": given twice (expected: once)");
      }
      parser.nextToken();
      field(name, parser);
    }
    if (parser.nextToken() != null) {
      throw Refusal.malformed("not one JSON value: another follows");
    }
  }

  private void field(String name, JsonParser parser) {
    boolean isNull = parser.currentToken() == JsonToken.VALUE_NULL;
    switch (name) {
      case "payload" -> payload(parser);
      case "key" -> key(parser);
      case "headers" -> headers(parser);
      case "time", "not_before", "content_type", "payload_base64" -> {
        if (!isNull) {
          textField(name, text(name, parser));
        }
      }
      default -> throw new Refusal(Shown.text(name) + ": unknown (expected: " + FIELDS + ")");
    }
  }

  private void textField(String name, String text) {
    switch (name) {
      case "time" -> draft.timeIfAbsent(KeyAndTime.time(name, text));
      case "not_before" -> draft.notBefore(KeyAndTime.time(name, text));
      case "content_type" -> draft.contentType(text);
      default -> payloadIs(base64(text), Event.OCTETS);
    }
  }

  private void key(JsonParser parser) {
    JsonToken token = parser.currentToken();
    String value = token != null && token.isScalarValue() ? parser.getString() : "";
    KeyAndTime.key("key", token, value).ifPresent(draft::keyIfAbsent);
  }

  private void headers(JsonParser parser) {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new Refusal("headers: not an object (expected: texts by name)");
    }
    Set<String> names = new HashSet<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = String.valueOf(parser.currentName());
      parser.nextToken();
      if (!names.add(name)) {
        throw new Refusal("headers: " + Shown.text(name) + " twice (expected: each name once)");
      }
      if (names.size() > Event.HEADERS_MAX) {
        throw new Refusal("headers: more than " + Event.HEADERS_MAX + " (expected: at most that)");
      }
      draft.header(name, text("headers." + Shown.text(name), parser));
    }
  }

  /** The bytes of the value without the space around it. */
  private void payload(JsonParser parser) {
    int start = from + (int) parser.currentTokenLocation().getByteOffset();
    JsonText.skipValue(parser);
    parser.finishToken();
    int end = Math.min(to, from + (int) parser.currentLocation().getByteOffset());
    payloadIs(Arrays.copyOfRange(bytes, start, end), BodyKind.JSON);
  }

  private void payloadIs(byte[] payload, String type) {
    if (this.payload != null) {
      throw new Refusal("payload and payload_base64: both given (expected: one of them)");
    }
    this.payload = payload;
    this.standardType = type;
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new Refusal("payload_base64: not Base64: " + e.getMessage());
    }
  }

  private static String text(String place, JsonParser parser) {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new Refusal(place + ": not a text (expected: a text)");
    }
    return parser.getString();
  }

  Bytes payloadBytes() {
    return Bytes.wrap(payload());
  }
}
