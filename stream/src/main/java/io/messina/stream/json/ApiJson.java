package io.messina.stream.json;

import io.messina.api.EventBounds;
import io.messina.api.StrictJson;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of the API: strict as RFC 8259, UTF-8 only, bounded in depth. */
public final class ApiJson {

  /** How deep objects and lists may be nested. */
  public static final int DEPTH_MAX = EventBounds.JSON_DEPTH_MAX;

  /** How many characters a number may have. */
  public static final int NUMBER_CHARS_MAX = EventBounds.JSON_NUMBER_CHARS_MAX;

  /** How many bytes the name of a field may have. */
  public static final int NAME_BYTES_MAX = EventBounds.JSON_NAME_BYTES_MAX;

  /** Parsers and generators. */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX)
                  .maxNumberLength(NUMBER_CHARS_MAX)
                  .maxNameLength(NAME_BYTES_MAX)
                  .build())
          .build();

  /** Trees; a name that stands twice in an object is an error. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder(
              FACTORY.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .nodeFactory(StrictJson.NUMBERS)
          .build();

  private ApiJson() {}

  /**
   * Reads a text.
   *
   * @param text one value
   * @return its tree; a missing node if there is only white space
   * @throws tools.jackson.core.JacksonException if it is anything else
   */
  public static JsonNode tree(String text) {
    return StrictJson.bounded(() -> MAPPER.readTree(text));
  }

  /**
   * Reads bytes.
   *
   * @param bytes where one value stands in UTF-8
   * @param from its first
   * @param to behind its last
   * @return its tree; a missing node if there is only white space
   * @throws tools.jackson.core.JacksonException if it is anything else
   */
  public static JsonNode tree(byte[] bytes, int from, int to) {
    return StrictJson.bounded(() -> MAPPER.readTree(bytes, from, to - from));
  }
}
