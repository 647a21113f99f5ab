package io.messina.features;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A typed value, packed as it is stored. Equal values have equal bytes: that is what the values of
 * a list are told apart by.
 *
 * <pre>
 *   BYTES    as they are                 BOOLEAN  1 byte, 0 or 1
 *   TEXT     UTF-8                       VECTOR   4 bytes for each number, IEEE 754
 *   INTEGER  8 bytes, two's complement   JSON     UTF-8; members ordered by name, no white space,
 *   DOUBLE   8 bytes, IEEE 754                    numbers without trailing zeros
 * </pre>
 *
 * <p>Highest byte first; a negative zero becomes zero. Immutable.
 *
 * @param type what it is
 * @param packed at most 64 KiB
 */
public record FeatureValue(ValueType type, Bytes packed) {

  /** The largest value, in packed bytes. */
  public static final int BYTES_MAX = 64 << 10;

  /**
   * A value that was packed before.
   *
   * @throws FeatureException.Refused where it is larger than 64 KiB
   */
  public FeatureValue {
    if (packed.length() > BYTES_MAX) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.OUT_OF_BOUNDS,
          "value: " + packed.length() + " bytes (expected: at most " + BYTES_MAX + ")");
    }
  }

  /**
   * A value of type {@link ValueType#BYTES}.
   *
   * @param bytes at most 64 KiB
   * @return the value
   */
  public static FeatureValue of(Bytes bytes) {
    return new FeatureValue(ValueType.BYTES, bytes);
  }

  /**
   * A value of type {@link ValueType#TEXT}.
   *
   * @param text at most 64 KiB of UTF-8
   * @return the value
   * @throws FeatureException.Refused where it is longer, or UTF-8 cannot hold it
   */
  public static FeatureValue of(String text) {
    return new FeatureValue(ValueType.TEXT, utf8(text));
  }

  /**
   * A value of type {@link ValueType#INTEGER}.
   *
   * @param number any
   * @return the value
   */
  public static FeatureValue of(long number) {
    return packed(ValueType.INTEGER, ByteBuffer.allocate(Long.BYTES).putLong(number));
  }

  /**
   * A value of type {@link ValueType#DOUBLE}.
   *
   * @param number finite
   * @return the value
   * @throws FeatureException.Refused where it is infinite or not a number
   */
  public static FeatureValue of(double number) {
    if (!Double.isFinite(number)) {
      throw wrong(number + " (expected: a finite number)");
    }
    return packed(ValueType.DOUBLE, ByteBuffer.allocate(Double.BYTES).putDouble(number + 0.0));
  }

  /**
   * A value of type {@link ValueType#BOOLEAN}.
   *
   * @param truth any
   * @return the value
   */
  public static FeatureValue of(boolean truth) {
    return new FeatureValue(ValueType.BOOLEAN, Bytes.wrap(new byte[] {(byte) (truth ? 1 : 0)}));
  }

  /**
   * A value of type {@link ValueType#VECTOR}.
   *
   * @param numbers 1 to 16,384 finite ones; they are copied
   * @return the value
   * @throws FeatureException.Refused where there are more or none, or one is not finite
   */
  public static FeatureValue of(float... numbers) {
    if (numbers.length == 0) {
      throw wrong("a vector of 0 numbers (expected: 1 to 16384)");
    }
    ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Float.BYTES));
    for (float number : numbers) {
      if (!Float.isFinite(number)) {
        throw wrong(number + " in a vector (expected: finite numbers)");
      }
      buffer.putFloat(number + 0.0f);
    }
    return packed(ValueType.VECTOR, buffer);
  }

  /**
   * A value of type {@link ValueType#JSON}.
   *
   * @param text JSON
   * @return the value
   * @throws FeatureException.Refused where it is no JSON, has a member twice, is longer, or has a
   *     text that UTF-8 cannot hold
   */
  public static FeatureValue ofJson(String text) {
    return new FeatureValue(ValueType.JSON, utf8(CanonicalJson.of(text)));
  }

  /**
   * The text of a TEXT or JSON.
   *
   * @return the text
   * @throws FeatureException.Refused where it is of another type; so for all that follow
   */
  public String text() {
    if (type != ValueType.JSON) {
      check(ValueType.TEXT);
    }
    return packed.toUtf8();
  }

  /**
   * The number of an INTEGER.
   *
   * @return the number
   */
  public long integer() {
    check(ValueType.INTEGER);
    return packed.asByteBuffer().getLong();
  }

  /**
   * The number of a DOUBLE.
   *
   * @return the number
   */
  public double number() {
    check(ValueType.DOUBLE);
    return packed.asByteBuffer().getDouble();
  }

  /**
   * What a BOOLEAN says.
   *
   * @return the truth
   */
  public boolean truth() {
    check(ValueType.BOOLEAN);
    return packed.at(0) != 0;
  }

  /**
   * The numbers of a VECTOR.
   *
   * @return new numbers
   */
  public float[] vector() {
    check(ValueType.VECTOR);
    float[] numbers = new float[packed.length() / Float.BYTES];
    packed.asByteBuffer().asFloatBuffer().get(numbers);
    return numbers;
  }

  /**
   * Refuses a value of another type.
   *
   * @param expected the type that it should have
   * @throws FeatureException.Refused where it has another one
   */
  public void check(ValueType expected) {
    if (type != expected) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.WRONG_TYPE,
          "value: of type " + type + " (expected: " + expected + ")");
    }
  }

  /** The value. */
  @Override
  public String toString() {
    return switch (type) {
      case BYTES -> packed.toString();
      case TEXT, JSON -> text();
      case INTEGER -> Long.toString(integer());
      case DOUBLE -> Double.toString(number());
      case BOOLEAN -> Boolean.toString(truth());
      case VECTOR -> Arrays.toString(vector());
    };
  }

  private static Bytes utf8(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw wrong("an unpaired surrogate (expected: a text that UTF-8 can hold)");
    }
    return Bytes.utf8(text);
  }

  private static FeatureValue packed(ValueType type, ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return new FeatureValue(type, Bytes.wrap(bytes));
  }

  private static FeatureException.Refused wrong(String why) {
    return new FeatureException.Refused(
        FeatureException.Refused.Reason.WRONG_TYPE, "value: " + why);
  }
}
