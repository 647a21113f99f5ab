package io.messina.features;

import io.messina.api.Names;
import io.messina.api.WireException;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueType;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Values as they are stored. Equal values have equal bytes, by which lists compare them.
 *
 * <pre>
 *   BYTES    as they are                 BOOLEAN  1 byte, 0 or 1
 *   TEXT     UTF-8                       VECTOR   4 bytes for each number, IEEE 754
 *   INTEGER  8 bytes, two's complement   JSON     UTF-8; members ordered by name, no white space,
 *   DOUBLE   8 bytes, IEEE 754                    numbers without trailing zeros
 * </pre>
 *
 * <p>Highest byte first; a negative zero becomes zero.
 */
public final class ValueCodec {

  private ValueCodec() {}

  /**
   * Packs a value. Nothing is converted: a number is no text.
   *
   * @param type the type that it must have
   * @param value the value
   * @return at most 64 KiB
   * @throws WireException if it is of another type, or larger
   */
  public static Bytes pack(ValueType type, FeatureValue value) {
    Bytes packed =
        switch (type) {
          case BYTES -> Bytes.wrap(value.bytes());
          case TEXT -> Bytes.utf8(value.text());
          case INTEGER -> packed(Long.BYTES, buffer -> buffer.putLong(value.integer()));
          case DOUBLE -> packed(Double.BYTES, buffer -> buffer.putDouble(number(value)));
          case BOOLEAN -> Bytes.wrap(new byte[] {(byte) (value.truth() ? 1 : 0)});
          case VECTOR -> vector(value.vector());
          case JSON -> json(CanonicalJson.of(value.json()));
        };
    if (packed.length() > FeatureValue.BYTES_MAX) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "value: "
              + packed.length()
              + " bytes (expected: at most "
              + FeatureValue.BYTES_MAX
              + ")");
    }
    return packed;
  }

  /**
   * Unpacks a value.
   *
   * @param type the type by which it was packed
   * @param packed as {@link #pack} made it
   */
  public static FeatureValue unpack(ValueType type, Bytes packed) {
    return switch (type) {
      case BYTES -> FeatureValue.bytes(packed.toArray());
      case TEXT -> FeatureValue.text(packed.toUtf8());
      case INTEGER -> FeatureValue.integer(packed.asByteBuffer().getLong());
      case DOUBLE -> FeatureValue.real(packed.asByteBuffer().getDouble());
      case BOOLEAN -> FeatureValue.truth(packed.at(0) != 0);
      case VECTOR -> {
        float[] numbers = new float[packed.length() / Float.BYTES];
        packed.asByteBuffer().asFloatBuffer().get(numbers);
        yield FeatureValue.vector(numbers);
      }
      case JSON -> FeatureValue.checked(packed.toUtf8());
    };
  }

  private static double number(FeatureValue value) {
    double number = value.real();
    if (!Double.isFinite(number)) {
      throw wrong("a number that is too large", "a finite number");
    }
    return number + 0.0;
  }

  private static Bytes vector(float[] numbers) {
    return packed(
        Math.multiplyExact(numbers.length, Float.BYTES),
        buffer -> {
          for (float number : numbers) {
            if (!Float.isFinite(number)) {
              throw wrong(number + " in a vector", "finite numbers");
            }
            buffer.putFloat(number + 0.0f);
          }
        });
  }

  private static Bytes json(String canonical) {
    Names.checkUtf8(WireException.Fault.WRONG_TYPE, "value", canonical);
    return Bytes.utf8(canonical);
  }

  private static Bytes packed(int bytes, Consumer<ByteBuffer> content) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    content.accept(buffer);
    return Bytes.wrap(buffer.array());
  }

  private static WireException wrong(String actual, String expected) {
    return new WireException(
        WireException.Fault.WRONG_TYPE, "value: " + actual + " (expected: " + expected + ")");
  }
}
