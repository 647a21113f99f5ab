package io.messina.connectors.http;

import io.messina.api.StrictJson;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The values of a message for templates. The same message has the same values at each attempt. */
final class MessageValues {

  private MessageValues() {}

  static Map<String, Object> of(OutgoingMessage message) {
    Map<String, Object> values = new HashMap<>();
    values.put("id", message.id());
    values.put("uuid", uuid(message.id()));
    message.from().ifPresent(from -> values.put("from", from));
    values.put("to", message.to());
    values.put("number", number(message.to()));
    values.put("metadata", message.metadata());
    message.unsubscribe().map(URI::toString).ifPresent(uri -> values.put("unsubscribe", uri));
    add(values, message.content());
    return values;
  }

  static String uuid(String id) {
    return UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
  }

  static String number(String to) {
    return to.startsWith("+") ? to.substring(1) : to;
  }

  private static void add(Map<String, Object> values, Content content) {
    switch (content) {
      case Content.Mail mail -> {
        values.put("subject", mail.subject());
        mail.text().ifPresent(text -> values.put("text", text));
        mail.html().ifPresent(html -> values.put("html", html));
      }
      case Content.Text text -> values.put("text", text.text());
      case Content.Structured data -> {
        values.put("json", data.json());
        values.put("data", plain(parsed(data.json())));
      }
    }
  }

  private static JsonNode parsed(String json) {
    try {
      return StrictJson.read(json);
    } catch (JacksonException e) {
      throw new RenderException("data: no JSON: " + StrictJson.fault(e));
    }
  }

  private static Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> members = new LinkedHashMap<>();
      node.forEachEntry(
          (name, value) -> {
            if (!value.isNull()) {
              members.put(name, plain(value));
            }
          });
      return members;
    } else if (node.isArray()) {
      List<Object> elements = new ArrayList<>();
      node.forEach(element -> elements.add(plain(element)));
      return elements;
    } else if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() ? "" : node.asString();
  }
}
