package io.messina.stream.json;

import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** Whether bytes are one JSON value. */
public final class JsonText {

  private static final byte[][] NO_NAMES = {};

  private JsonText() {}

  /**
   * Whether a payload of this type is embedded as JSON.
   *
   * @param contentType a media type, perhaps with parameters
   * @return whether it is application/json or ends with +json
   */
  public static boolean isJson(String contentType) {
    int semicolon = contentType.indexOf(';');
    String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
    String plain = type.strip().toLowerCase(Locale.ROOT);
    return plain.equals("application/json") || plain.endsWith("+json");
  }

  /**
   * Whether bytes are exactly one JSON value in UTF-8.
   *
   * @param bytes all of them
   * @return whether they are
   */
  public static boolean isWellFormed(byte[] bytes) {
    if (new JsonScan(bytes, bytes.length, NO_NAMES, false).object(0) == bytes.length) {
      return true;
    }
    if (!StrictUtf8.isValid(bytes, 0, bytes.length)) {
      return false;
    }
    try (JsonParser parser = parser(bytes, 0, bytes.length)) {
      if (parser.nextToken() == null) {
        return false;
      }
      skipValue(parser);
      return parser.nextToken() == null;
    } catch (JacksonException _) {
      return false;
    }
  }

  /**
   * A parser of some bytes.
   *
   * @param bytes where they stand
   * @param from the first
   * @param to behind the last
   * @return a parser before the first token
   */
  public static JsonParser parser(byte[] bytes, int from, int to) {
    return ApiJson.FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from);
  }

  /**
   * Moves to the end of the value that begins with the current token.
   *
   * @param parser at the first token of a value
   */
  public static void skipValue(JsonParser parser) {
    JsonToken token = parser.currentToken();
    if (token != null && token.isStructStart()) {
      parser.skipChildren();
    }
  }
}
