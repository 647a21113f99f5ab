package io.messina.aggregate.field;

import io.messina.store.Bytes;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * A value of a payload; of an object or an array only its presence.
 *
 * @param type of JSON
 * @param text of a text its characters, of an object or an array nothing, of anything else its JSON
 */
record Scalar(Type type, String text) {

  /** Equal numbers have the same JSON up to here; longer ones could only slow a server down. */
  private static final int NUMBER_CHARS_MAX = 100;

  private static final int EXPONENT_MAX = 100;

  /** Before the point and behind it: of any double, and so few that readers take their sums. */
  private static final int DIGITS_MAX = 400;

  /** The digits of an exponent that a decimal with any digits can have. */
  private static final int EXPONENT_DIGITS_MAX = 9;

  enum Type {
    TEXT,
    NUMBER,
    FLAG,
    NULL,
    SEVERAL
  }

  /** An object or an array. */
  static final Scalar SEVERAL = new Scalar(Type.SEVERAL, "");

  static Scalar at(JsonParser json) {
    JsonToken token = json.currentToken();
    return switch (token) {
      case VALUE_STRING -> new Scalar(Type.TEXT, json.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Scalar(Type.NUMBER, json.getString());
      case VALUE_TRUE, VALUE_FALSE -> new Scalar(Type.FLAG, json.getString());
      default -> new Scalar(Type.NULL, "null");
    };
  }

  /**
   * The shortest JSON of it: equal numbers have the same, unless they have too many digits or too
   * large an exponent. Half a surrogate pair is escaped, as UTF-8 has no bytes for it.
   */
  String json() {
    return switch (type) {
      case TEXT ->
          '"'
              + Surrogates.escaped(
                  new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)))
              + '"';
      case NUMBER -> {
        BigDecimal number = number();
        yield number == null ? text : number.toString();
      }
      case FLAG, NULL, SEVERAL -> text;
    };
  }

  /**
   * The value by which a member is counted: of a text its UTF-8, of anything else its shortest
   * JSON.
   */
  Bytes member() {
    return type == Type.TEXT ? Surrogates.bytes(text) : Bytes.utf8(json());
  }

  /** Null if it is no number, or one whose JSON stays as it was written. */
  private @Nullable BigDecimal number() {
    BigDecimal number = text.length() > NUMBER_CHARS_MAX && !isZero() ? null : held();
    return number == null || Math.abs((long) number.scale()) > EXPONENT_MAX ? null : plain(number);
  }

  /** Null if it is no number, or one with more than 400 digits before or behind the point. */
  @Nullable BigDecimal decimal() {
    BigDecimal number = held();
    return number == null
            || number.scale() > DIGITS_MAX
            || number.precision() - (long) number.scale() > DIGITS_MAX
        ? null
        : plain(number);
  }

  /** Without zeros at its end; null if it is no number, or no decimal holds it. */
  private @Nullable BigDecimal held() {
    if (type != Type.NUMBER || isBeyondDecimals()) {
      return null;
    }
    return isZero() ? BigDecimal.ZERO : new BigDecimal(text).stripTrailingZeros();
  }

  private boolean isZero() {
    return isZero(mantissa());
  }

  /** Whether it is a number that no decimal holds: it cannot be compared with another. */
  boolean isBeyondDecimals() {
    if (type != Type.NUMBER || exponentAt() < 0 || isZero()) {
      return false;
    }
    String exponent = text.substring(exponentAt() + 1);
    long digits = exponent.chars().skip(firstDigit(exponent)).count();
    return digits > EXPONENT_DIGITS_MAX;
  }

  private String mantissa() {
    return exponentAt() < 0 ? text : text.substring(0, exponentAt());
  }

  private int exponentAt() {
    return Math.max(text.indexOf('e'), text.indexOf('E'));
  }

  /** Behind the sign, and zeros that are in front. */
  private static int firstDigit(String exponent) {
    int at = 0;
    while (at < exponent.length() && "+-0".indexOf(exponent.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static boolean isZero(String digits) {
    return digits.chars().noneMatch(each -> each >= '1' && each <= '9');
  }

  private static BigDecimal plain(BigDecimal number) {
    return number.scale() < 0 ? number.setScale(0) : number;
  }
}
