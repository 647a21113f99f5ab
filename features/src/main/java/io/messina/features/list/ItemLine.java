package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.FeatureException;
import io.messina.features.FeatureException.Refused.Reason;
import io.messina.features.ValueJson;
import io.messina.features.ValueType;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An item of a list as a line of JSON: {@code
 * {"entity":"alice","value":"Messina","time":"2015-09-12T00:46:58.771Z"}}.
 *
 * @param entity whose list
 * @param item the item
 */
public record ItemLine(EntityId entity, ListItem item) {

  /**
   * Reads a line.
   *
   * @param type of the value
   * @param line the JSON
   * @return the item
   * @throws FeatureException.Refused where it is something else
   */
  public static ItemLine read(ValueType type, String line) {
    JsonNode json = json(line);
    return new ItemLine(
        new EntityId(text(json, "entity")),
        new ListItem(ValueJson.read(type, json.path("value")), time(text(json, "time"))));
  }

  /**
   * Writes it as a line.
   *
   * @return JSON without a line break
   */
  public String write() {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("entity", entity.text());
    json.set("value", ValueJson.write(item.value()));
    json.put("time", item.time().toString());
    return JsonMapper.shared().writeValueAsString(json);
  }

  private static JsonNode json(String line) {
    try {
      return JsonMapper.shared().readTree(line);
    } catch (JacksonException e) {
      throw wrong(e.getOriginalMessage() + " (expected: JSON)");
    }
  }

  private static String text(JsonNode json, String name) {
    JsonNode field = json.path(name);
    if (!field.isString()) {
      throw wrong(name + ": " + field.getNodeType() + " (expected: a text)");
    }
    return field.stringValue();
  }

  private static java.time.Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException _) {
      throw wrong("time: " + text + " (expected: RFC 3339, as in 2015-09-12T00:46:58.771Z)");
    }
  }

  private static FeatureException.Refused wrong(String message) {
    return new FeatureException.Refused(Reason.WRONG_TYPE, message);
  }
}
