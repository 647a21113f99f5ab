package io.messina.features;

import io.messina.api.StrictJson;
import io.messina.api.WireException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes equal values of JSON as equal texts. */
final class CanonicalJson {

  /** Larger numbers keep their exponent: without it a few characters could become millions. */
  private static final int PLAIN_DIGITS_MAX = 30;

  private CanonicalJson() {}

  static String of(String text) {
    JsonNode node;
    try {
      node = StrictJson.read(text);
    } catch (JacksonException e) {
      throw wrong(StrictJson.fault(e));
    }
    if (node.isMissingNode()) {
      throw wrong("nothing");
    }
    StringBuilder canonical = new StringBuilder(text.length());
    append(canonical, node);
    return canonical.toString();
  }

  private static void append(StringBuilder text, JsonNode node) {
    if (node.isObject()) {
      append(text, (ObjectNode) node);
    } else if (node.isArray()) {
      append(text, (ArrayNode) node);
    } else if (node.isNumber()) {
      text.append(number(node.decimalValue()));
    } else {
      text.append(node);
    }
  }

  private static void append(StringBuilder text, ObjectNode object) {
    Map<String, JsonNode> ordered = new TreeMap<>();
    object.forEachEntry(ordered::put);
    text.append('{');
    String comma = "";
    for (Map.Entry<String, JsonNode> member : ordered.entrySet()) {
      text.append(comma).append(JsonNodeFactory.instance.stringNode(member.getKey())).append(':');
      append(text, member.getValue());
      comma = ",";
    }
    text.append('}');
  }

  private static void append(StringBuilder text, ArrayNode array) {
    text.append('[');
    String comma = "";
    for (JsonNode element : array) {
      text.append(comma);
      append(text, element);
      comma = ",";
    }
    text.append(']');
  }

  private static String number(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    boolean plain =
        Math.abs((long) stripped.precision() - stripped.scale()) <= PLAIN_DIGITS_MAX
            && Math.abs(stripped.scale()) <= PLAIN_DIGITS_MAX;
    return plain ? stripped.toPlainString() : stripped.toString();
  }

  private static WireException wrong(String why) {
    return new WireException(WireException.Fault.WRONG_TYPE, "value: " + why + " (expected: JSON)");
  }
}
