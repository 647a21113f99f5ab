package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.FeatureException;
import io.messina.features.FeatureException.Refused.Reason;
import io.messina.features.StrictJson;
import io.messina.features.TimeText;
import io.messina.features.ValueJson;
import io.messina.features.ValueType;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An item of a list as a line of JSON: {@code
 * {"entity":"alice","value":"Messina","time":"2015-09-12T00:46:58.771Z"}}.
 *
 * @param entity whose list
 * @param item the item
 */
public record ItemLine(EntityId entity, ListItem item) {

  private static final String ENTITY = "entity";
  private static final String VALUE = "value";
  private static final String TIME = "time";
  private static final List<String> MEMBERS = List.of(ENTITY, VALUE, TIME);

  /**
   * Reads a line.
   *
   * @param type of the value
   * @param line the JSON
   * @return the item
   * @throws FeatureException.Refused where it is something else
   */
  public static ItemLine read(ValueType type, String line) {
    ObjectNode json = object(line);
    return new ItemLine(
        new EntityId(text(json, ENTITY)),
        new ListItem(ValueJson.read(type, json.path(VALUE)), TimeText.parse(text(json, TIME))));
  }

  private static ObjectNode object(String line) {
    JsonNode json;
    try {
      json = StrictJson.read(line);
    } catch (JacksonException e) {
      throw wrong(StrictJson.fault(e) + " (expected: JSON)");
    }
    if (!(json instanceof ObjectNode object)) {
      throw wrong("a JSON " + kind(json) + " (expected: an object)");
    }
    for (String name : object.propertyNames()) {
      if (!MEMBERS.contains(name)) {
        throw wrong("a member that means nothing (expected: " + String.join(", ", MEMBERS) + ")");
      }
    }
    return object;
  }

  private static String text(ObjectNode json, String name) {
    JsonNode field = json.path(name);
    if (!field.isString()) {
      throw wrong(name + ": " + kind(field) + " (expected: a text)");
    }
    return field.stringValue();
  }

  private static FeatureException.Refused wrong(String message) {
    return new FeatureException.Refused(Reason.WRONG_TYPE, message);
  }

  private static String kind(JsonNode json) {
    return json.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
