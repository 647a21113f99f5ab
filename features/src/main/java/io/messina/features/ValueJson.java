package io.messina.features;

import io.messina.store.Bytes;
import java.math.BigInteger;
import java.util.Base64;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Values as JSON writes them: bytes as Base64, texts, numbers, booleans, vectors as arrays of
 * numbers, JSON as it is.
 */
public final class ValueJson {

  private static final int SHOWN_CHARS_MAX = 80;

  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private ValueJson() {}

  /**
   * Reads a value. Nothing is converted: a number is no text.
   *
   * @param type what it must be
   * @param node the JSON
   * @return the value
   * @throws FeatureException.Refused where it is of another type, or out of its bounds
   */
  public static FeatureValue read(ValueType type, JsonNode node) {
    return switch (type) {
      case BYTES -> bytes(node);
      case TEXT -> {
        expect(node.isString(), node, "a text");
        yield FeatureValue.of(node.stringValue());
      }
      case INTEGER -> {
        expect(isLong(node), node, "a whole number of 64 bits");
        yield FeatureValue.of(node.longValue());
      }
      case DOUBLE -> {
        expect(node.isNumber(), node, "a number");
        yield FeatureValue.of(Double.parseDouble(node.asString()));
      }
      case BOOLEAN -> {
        expect(node.isBoolean(), node, "true or false");
        yield FeatureValue.of(node.booleanValue());
      }
      case VECTOR -> vector(node);
      case JSON -> {
        expect(!node.isMissingNode(), node, "any JSON");
        yield FeatureValue.ofJson(node.toString());
      }
    };
  }

  /**
   * Writes a value.
   *
   * @param value the value
   * @return its JSON
   */
  public static JsonNode write(FeatureValue value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (value.type()) {
      case BYTES -> nodes.stringNode(Base64.getEncoder().encodeToString(value.packed().toArray()));
      case TEXT -> nodes.stringNode(value.text());
      case INTEGER -> nodes.numberNode(value.integer());
      case DOUBLE -> nodes.numberNode(value.number());
      case BOOLEAN -> nodes.booleanNode(value.truth());
      case VECTOR -> {
        ArrayNode array = nodes.arrayNode();
        for (float number : value.vector()) {
          array.add(number);
        }
        yield array;
      }
      case JSON -> CanonicalJson.read(value.text());
    };
  }

  /**
   * Writes a value, the same as {@link #write(FeatureValue)} makes.
   *
   * @param json where to
   * @param value the value
   */
  public static void write(JsonGenerator json, FeatureValue value) {
    switch (value.type()) {
      case BYTES -> json.writeBinary(value.packed().toArray());
      case TEXT -> json.writeString(value.text());
      case INTEGER -> json.writeNumber(value.integer());
      case DOUBLE -> json.writeNumber(value.number());
      case BOOLEAN -> json.writeBoolean(value.truth());
      case VECTOR -> {
        json.writeStartArray();
        for (float number : value.vector()) {
          json.writeNumber(number);
        }
        json.writeEndArray();
      }
      case JSON -> json.writeRawValue(value.text());
    }
  }

  private static FeatureValue bytes(JsonNode node) {
    expect(node.isString(), node, "Base64");
    try {
      return FeatureValue.of(Bytes.wrap(Base64.getDecoder().decode(node.stringValue())));
    } catch (IllegalArgumentException _) {
      throw wrong(node, "Base64");
    }
  }

  private static FeatureValue vector(JsonNode node) {
    expect(node.isArray(), node, "an array of numbers");
    float[] numbers = new float[node.size()];
    for (int i = 0; i < numbers.length; i++) {
      expect(node.get(i).isNumber(), node.get(i), "numbers in the array");
      numbers[i] = Float.parseFloat(node.get(i).asString());
    }
    return FeatureValue.of(numbers);
  }

  private static boolean isLong(JsonNode node) {
    return node.isIntegralNumber()
        && node.bigIntegerValue().compareTo(LONG_MIN) >= 0
        && node.bigIntegerValue().compareTo(LONG_MAX) <= 0;
  }

  private static void expect(boolean is, JsonNode node, String expected) {
    if (!is) {
      throw wrong(node, expected);
    }
  }

  private static FeatureException.Refused wrong(JsonNode node, String expected) {
    return new FeatureException.Refused(
        FeatureException.Refused.Reason.WRONG_TYPE,
        "value: " + shown(node) + " (expected: " + expected + ")");
  }

  private static String shown(JsonNode node) {
    if (node.isMissingNode()) {
      return "none";
    }
    if (!node.isValueNode()) {
      return node.isArray() ? "a list" : "an object";
    }
    String text = node.toString();
    return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
  }
}
