package io.messina.api.feature;

import io.messina.api.Names;
import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.api.WireException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * One value of a feature, as JSON has it; of which type it is, only the feature knows. Values are
 * equal if their JSON is, letter by letter. Unchanging.
 */
@JsonSerialize(using = FeatureValue.Writer.class)
@JsonDeserialize(using = FeatureValue.Reader.class)
public final class FeatureValue {

  /** The largest value, in bytes as it is stored. */
  public static final int BYTES_MAX = 64 << 10;

  private static final char QUOTE = '"';

  /** Well-formed, without blanks. */
  private final String json;

  private FeatureValue(String json) {
    this.json = json;
  }

  /**
   * A value of a feature of {@link ValueType#TEXT}.
   *
   * @param text at most 64 KiB of UTF-8
   */
  public static FeatureValue text(String text) {
    Names.checkUtf8(WireException.Fault.WRONG_TYPE, "value", text);
    StringBuilder json = new StringBuilder(text.length() + 2).append(QUOTE);
    JsonStringEncoder.getInstance().quoteAsString(text, json);
    return new FeatureValue(json.append(QUOTE).toString());
  }

  /** A value of a feature of {@link ValueType#INTEGER}. */
  public static FeatureValue integer(long number) {
    return new FeatureValue(Long.toString(number));
  }

  /**
   * A value of a feature of {@link ValueType#DOUBLE}.
   *
   * @param number finite
   */
  public static FeatureValue real(double number) {
    if (!Double.isFinite(number)) {
      throw wrong(Double.toString(number), "a finite number");
    }
    return new FeatureValue(normal(Double.toString(number)));
  }

  /** A value of a feature of {@link ValueType#BOOLEAN}. */
  public static FeatureValue truth(boolean truth) {
    return new FeatureValue(Boolean.toString(truth));
  }

  /**
   * A value of a feature of {@link ValueType#VECTOR}.
   *
   * @param numbers 1 to 16,384 finite ones
   */
  public static FeatureValue vector(float... numbers) {
    if (numbers.length == 0) {
      throw wrong("a vector of 0 numbers", "1 to 16384");
    }
    StringBuilder json = new StringBuilder("[");
    for (float number : numbers) {
      if (!Float.isFinite(number)) {
        throw wrong(number + " in a vector", "finite numbers");
      }
      json.append(json.length() == 1 ? "" : ",").append(normal(Float.toString(number)));
    }
    return new FeatureValue(json.append(']').toString());
  }

  /**
   * A value of a feature of {@link ValueType#BYTES}.
   *
   * @param bytes at most 64 KiB
   */
  public static FeatureValue bytes(byte[] bytes) {
    return new FeatureValue(QUOTE + Base64.getEncoder().encodeToString(bytes) + QUOTE);
  }

  /**
   * A value of a feature of {@link ValueType#JSON}; or of any other, as JSON has it.
   *
   * @param json one JSON value of at most 64 KiB
   */
  public static FeatureValue json(String json) {
    Names.checkUtf8(WireException.Fault.WRONG_TYPE, "value", json);
    try {
      JsonNode node = StrictJson.read(json);
      if (!node.isMissingNode()) {
        return of(node);
      }
    } catch (JacksonException e) {
      throw wrong(StrictJson.fault(e), "JSON");
    }
    throw wrong("nothing", "JSON");
  }

  /**
   * A value that was parsed.
   *
   * @param node whose numbers have all their digits
   */
  public static FeatureValue of(JsonNode node) {
    return node.isString() ? text(node.stringValue()) : new FeatureValue(node.toString());
  }

  /**
   * A value that is known to be well-formed, as it was checked before it was stored.
   *
   * @param json without blanks
   */
  public static FeatureValue checked(String json) {
    return new FeatureValue(json);
  }

  /** A number as a parser gives it back. */
  private static String normal(String number) {
    return number.indexOf('E') < 0 ? number : new BigDecimal(number).toString();
  }

  /** The text of a text. */
  public String text() {
    if (json.charAt(0) != QUOTE) {
      throw wrong("a text");
    }
    return json.indexOf('\\') < 0
        ? json.substring(1, json.length() - 1)
        : StrictJson.read(json).stringValue();
  }

  /**
   * The number of a whole number of 64 bits, however it is written: {@code 36.0} and {@code 3.6e1}
   * are 36.
   */
  public long integer() {
    return as("a whole number of 64 bits", FeatureValue::whole);
  }

  private static long whole(String number) {
    try {
      return number.chars().allMatch(each -> each == '-' || (each >= '0' && each <= '9'))
          ? Long.parseLong(number)
          : new BigDecimal(number).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * The number of any number.
   *
   * @return the number nearest to it
   */
  public double real() {
    return as("a number", Double::parseDouble);
  }

  /** The value of a flag. */
  public boolean truth() {
    if (!json.equals("true") && !json.equals("false")) {
      throw wrong("true or false");
    }
    return json.equals("true");
  }

  /**
   * The numbers of an array of numbers.
   *
   * @return those nearest to them
   */
  public float[] vector() {
    if (json.charAt(0) != '[') {
      throw wrong("a list of numbers, one at least");
    }
    String[] texts = json.substring(1, json.length() - 1).split(",", -1);
    float[] numbers = new float[texts.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = as("a list of numbers, one at least", texts[i], Float::parseFloat);
    }
    return numbers;
  }

  /** The bytes of Base64. */
  public byte[] bytes() {
    return as("Base64", text(), Base64.getDecoder()::decode);
  }

  /** The value as JSON on one line. */
  public String json() {
    return json;
  }

  private <T> T as(String expected, Function<String, T> value) {
    return as(expected, json, value);
  }

  /** Well-formed JSON that is not a number is not one in Java either. */
  private <T> T as(String expected, String text, Function<String, T> value) {
    try {
      return value.apply(text);
    } catch (IllegalArgumentException e) {
      throw wrong(expected);
    }
  }

  private WireException wrong(String expected) {
    char first = json.charAt(0);
    String shown = first == '[' ? "a list" : first == '{' ? "an object" : Shown.text(json);
    return wrong(shown, expected);
  }

  private static WireException wrong(String shown, String expected) {
    return new WireException(
        WireException.Fault.WRONG_TYPE, "value: " + shown + " (expected: " + expected + ")");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FeatureValue that && json.equals(that.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  /** The value as JSON. */
  @Override
  public String toString() {
    return json;
  }

  static final class Writer extends StdSerializer<FeatureValue> {

    Writer() {
      super(FeatureValue.class);
    }

    @Override
    public void serialize(FeatureValue value, JsonGenerator json, SerializationContext context) {
      json.writeRawValue(value.json);
    }
  }

  static final class Reader extends StdDeserializer<FeatureValue> {

    Reader() {
      super(FeatureValue.class);
    }

    @Override
    public FeatureValue deserialize(JsonParser json, DeserializationContext context) {
      return json.hasToken(JsonToken.VALUE_STRING)
          ? text(json.getString())
          : of(context.readTree(json));
    }

    @Override
    public FeatureValue getNullValue(DeserializationContext context) {
      return new FeatureValue("null");
    }
  }
}
