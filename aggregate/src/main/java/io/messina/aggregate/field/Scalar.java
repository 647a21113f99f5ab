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

  /** The shortest JSON of it: equal numbers have the same. */
  String json() {
    return switch (type) {
      case TEXT -> '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
      case NUMBER -> {
        BigDecimal number = number();
        yield number == null ? text : number.toString();
      }
      case FLAG, NULL -> text;
    };
  }

  /** What a member is counted by: of a text its UTF-8, of anything else its shortest JSON. */
  Bytes member() {
    return Bytes.utf8(type == Type.TEXT ? text : json());
  }

  /** Null if it is no number, or one that is too long. */
  @Nullable BigDecimal number() {
    if (type != Type.NUMBER || text.length() > NUMBER_CHARS_MAX) {
      return null;
    }
    BigDecimal number = new BigDecimal(text).stripTrailingZeros();
    return Math.abs((long) number.scale()) > EXPONENT_MAX ? null : plain(number);
  }

  private static BigDecimal plain(BigDecimal number) {
    return number.scale() < 0 ? number.setScale(0) : number;
  }
}
