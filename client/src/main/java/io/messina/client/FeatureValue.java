package io.messina.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * One value of a feature, as JSON holds it: what type it is of, only the feature knows. Values are
 * equal where their JSON is, letter by letter. Unchanging.
 */
public final class FeatureValue {

  private final String json;

  private FeatureValue(String json) {
    this.json = json;
  }

  /**
   * A value of a feature of {@link ValueType#TEXT}.
   *
   * @param text at most 64 KiB of UTF-8
   * @return the value
   * @throws IllegalArgumentException where UTF-8 cannot hold it
   */
  public static FeatureValue text(String text) {
    Names.checkUtf8("value", text);
    return new FeatureValue(JsonText.quoted(text));
  }

  /**
   * A value of a feature of {@link ValueType#INTEGER}.
   *
   * @param number any
   * @return the value
   */
  public static FeatureValue integer(long number) {
    return new FeatureValue(Long.toString(number));
  }

  /**
   * A value of a feature of {@link ValueType#DOUBLE}.
   *
   * @param number finite
   * @return the value
   * @throws IllegalArgumentException where it is infinite or not a number
   */
  public static FeatureValue real(double number) {
    Names.check(Double.isFinite(number), "value", number, "a finite number");
    return new FeatureValue(Double.toString(number));
  }

  /**
   * A value of a feature of {@link ValueType#BOOLEAN}.
   *
   * @param truth any
   * @return the value
   */
  public static FeatureValue truth(boolean truth) {
    return new FeatureValue(Boolean.toString(truth));
  }

  /**
   * A value of a feature of {@link ValueType#VECTOR}.
   *
   * @param numbers 1 to 16,384 finite ones
   * @return the value
   * @throws IllegalArgumentException where one is infinite or not a number
   */
  public static FeatureValue vector(float... numbers) {
    StringBuilder json = new StringBuilder("[");
    for (float number : numbers) {
      Names.check(Float.isFinite(number), "value", number, "finite numbers");
      json.append(json.length() == 1 ? "" : ",").append(number);
    }
    return new FeatureValue(json.append(']').toString());
  }

  /**
   * A value of a feature of {@link ValueType#BYTES}.
   *
   * @param bytes at most 64 KiB
   * @return the value
   */
  public static FeatureValue bytes(byte[] bytes) {
    return new FeatureValue(JsonText.quoted(Base64.getEncoder().encodeToString(bytes)));
  }

  /**
   * A value of a feature of {@link ValueType#JSON}; or of any other, as JSON holds it.
   *
   * @param json one JSON value of at most 64 KiB
   * @return the value
   * @throws IllegalArgumentException where it is not well-formed
   */
  public static FeatureValue json(String json) {
    Names.checkUtf8("value", json);
    try {
      JsonReader.check(json.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException("value: " + e.getMessage() + " (expected: JSON)", e);
    }
    return new FeatureValue(json.replace('\n', ' ').replace('\r', ' '));
  }

  /** The value at hand in an answer. */
  static FeatureValue read(JsonReader json) {
    return new FeatureValue(new String(json.raw(), StandardCharsets.UTF_8));
  }

  /**
   * The text of a text.
   *
   * @return the text
   * @throws IllegalStateException where it is something else; so for all that follow
   */
  public String text() {
    return as("a text", JsonReader::text);
  }

  /**
   * The number of a whole number of 64 bits.
   *
   * @return the number
   */
  public long integer() {
    return as("a whole number", JsonReader::longNumber);
  }

  /**
   * The number of any number.
   *
   * @return the number nearest to it
   */
  public double real() {
    return Double.parseDouble(as("a number", JsonReader::anyNumber));
  }

  /**
   * What a truth says.
   *
   * @return true or false
   */
  public boolean truth() {
    return as("true or false", JsonReader::flag);
  }

  /**
   * The numbers of an array of numbers.
   *
   * @return those nearest to them
   */
  public float[] vector() {
    List<String> texts = as("an array of numbers", FeatureValue::numbers);
    float[] numbers = new float[texts.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Float.parseFloat(texts.get(i));
    }
    return numbers;
  }

  private static List<String> numbers(JsonReader json) {
    List<String> numbers = new ArrayList<>();
    json.array(() -> numbers.add(json.anyNumber()));
    return numbers;
  }

  /**
   * The bytes of Base64.
   *
   * @return the bytes
   */
  public byte[] bytes() {
    return as("Base64", JsonReader::base64);
  }

  /**
   * The value as JSON, whatever it is.
   *
   * @return on one line
   */
  public String json() {
    return json;
  }

  private <T> T as(String expected, Function<JsonReader, T> value) {
    try {
      return JsonReader.read(json.getBytes(StandardCharsets.UTF_8), value);
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("value: " + shown() + " (expected: " + expected + ")", e);
    }
  }

  private String shown() {
    return json.length() <= 100 ? json : json.substring(0, 100) + "…";
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
}
