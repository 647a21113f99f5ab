package io.messina.enrichment.function;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Exact sums, which are the same for any order of the numbers. */
final class Numbers {

  /** The most digits of a number of a sum before the point, and as many behind it. */
  static final int DIGITS_MAX = 38;

  private Numbers() {}

  static JsonNode plusOne(@Nullable JsonNode standing) {
    long before = standing == null ? 0 : standing.longValue();
    return JsonNodeFactory.instance.numberNode(Math.addExact(before, 1));
  }

  /**
   * Adds a number, or 1 if a flag is true.
   *
   * @return null if it is neither
   * @throws ArithmeticException if the number or the sum has too many digits
   */
  static @Nullable JsonNode sum(@Nullable JsonNode standing, JsonNode value) {
    if (!value.isNumber() && !value.isBoolean()) {
      return null;
    }
    BigDecimal before = standing == null ? BigDecimal.ZERO : standing.decimalValue();
    BigDecimal number =
        value.isNumber()
            ? value.decimalValue()
            : value.booleanValue() ? BigDecimal.ONE : BigDecimal.ZERO;
    return node(checked(before.add(checked(number))));
  }

  /**
   * Without zeros at its end. Checked before any arithmetic, as 1e999999999 plus 1 takes a
   * gigabyte.
   */
  private static BigDecimal checked(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    long before = (long) shortest.precision() - shortest.scale();
    if (before > DIGITS_MAX || shortest.scale() > DIGITS_MAX) {
      throw new ArithmeticException(
          "a number with more digits (expected: up to "
              + DIGITS_MAX
              + " before the point and as many behind it)");
    }
    return shortest;
  }

  private static JsonNode node(BigDecimal number) {
    if (number.scale() > 0) {
      return JsonNodeFactory.instance.numberNode(number);
    }
    return number.precision() - number.scale() < 19
        ? JsonNodeFactory.instance.numberNode(number.longValueExact())
        : JsonNodeFactory.instance.numberNode(number.toBigIntegerExact());
  }
}
