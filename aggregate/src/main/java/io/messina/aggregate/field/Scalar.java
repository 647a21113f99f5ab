package io.messina.aggregate.field;

import io.messina.store.Bytes;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * A value of a payload that is no object and no array.
 *
 * @param type of JSON
 * @param text of a text its characters, of anything else its JSON
 */
record Scalar(Type type, String text) {

  /** Longer numbers are nothing to count by; they could only slow a server down. */
  private static final int NUMBER_CHARS_MAX = 100;

  private static final int EXPONENT_MAX = 100;

  /** Those of an exponent that any decimal can have, whatever its digits are. */
  private static final int EXPONENT_DIGITS_MAX = 9;

  enum Type {
    TEXT,
    NUMBER,
    FLAG,
    NULL
  }

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
      case FLAG, NULL -> text;
    };
  }

  /** What a member is counted by: of a text its UTF-8, of anything else its shortest JSON. */
  Bytes member() {
    return type == Type.TEXT ? Surrogates.bytes(text) : Bytes.utf8(json());
  }

  /** Null if it is no number, or one that has too many digits or too large an exponent. */
  @Nullable BigDecimal number() {
    if (type != Type.NUMBER) {
      return null;
    }
    if (isZero(mantissa())) {
      return BigDecimal.ZERO;
    }
    if (text.length() > NUMBER_CHARS_MAX || isBeyondDecimals()) {
      return null;
    }
    BigDecimal number = new BigDecimal(text).stripTrailingZeros();
    return Math.abs((long) number.scale()) > EXPONENT_MAX ? null : plain(number);
  }

  /** Whether it is a number that no decimal holds: nobody can tell whether it equals another. */
  boolean isBeyondDecimals() {
    if (type != Type.NUMBER || exponentAt() < 0 || isZero(mantissa())) {
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
