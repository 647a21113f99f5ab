package io.messina.connectors.http;

import io.messina.api.message.protocol.HttpKey;
import io.messina.api.message.protocol.KeyPlace;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The key by which a provider recognises a message, and its place in requests. */
final class MessageKey {

  private static final int CHARS_MAX = 255;

  private final HttpKey place;
  private final Escaping escaping;
  private final MessageTemplate format;

  /**
   * A key.
   *
   * @throws RenderException if the body cannot have it, or its template is wrong
   */
  MessageKey(HttpKey place, Escaping escaping, boolean hasBody) {
    this.place = place;
    this.escaping = escaping;
    format =
        new MessageTemplate(
            "idempotency.format", place.format().orElse("{{id}}"), Escaping.NONE, false, Set.of());
    boolean mayHoldIt = hasBody && (escaping == Escaping.JSON || escaping == Escaping.PERCENT);
    if (place.in() == KeyPlace.BODY && !mayHoldIt) {
      throw new RenderException("idempotency: in the body (expected: a body of JSON or a form)");
    }
  }

  /** Returns the names that the sections of its template test. */
  Set<String> sections() {
    return format.sections();
  }

  String render(Map<String, Object> values) {
    String text = HeaderTemplates.ascii("idempotency", format.render(values));
    if (text.isEmpty() || text.length() > CHARS_MAX) {
      throw new RenderException(
          "idempotency: " + text.length() + " characters (expected: from 1 to " + CHARS_MAX + ")");
    }
    return text;
  }

  String inBody(String body, String text) {
    if (place.in() == KeyPlace.HEADER) {
      return body;
    } else if (escaping == Escaping.JSON) {
      return BodyKey.put(body, place.name(), text);
    }
    String field = Escaping.PERCENT.escape(place.name()) + "=" + Escaping.PERCENT.escape(text);
    return body.isEmpty() ? field : body + "&" + field;
  }

  void addHeader(Map<String, String> headers, String text) {
    if (place.in() == KeyPlace.HEADER) {
      headers.put(place.name().toLowerCase(Locale.ROOT), text);
    }
  }
}
