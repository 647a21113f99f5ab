package io.messina.api;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON as it comes from outside, read the same way wherever it comes from: numbers keep all their
 * digits, a member that stands twice is an error, and so is what stands behind the end.
 */
public final class StrictJson {

  private static final int DEPTH_MAX = 200;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** What Jackson says of itself rather than of the text. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          ", from `[^`]*`|,? ?\\((?:start marker at|for [A-Za-z]+ starting at) \\[[^]]*]\\)|,?"
              + " ?\\[Source[^]]*]");

  private StrictJson() {}

  /**
   * What is wrong with a text that is no JSON.
   *
   * @param thrown by a parser of Jackson
   * @return a sentence that names nothing of that parser
   */
  public static String fault(JacksonException thrown) {
    return INTERNALS.matcher(String.valueOf(thrown.getOriginalMessage())).replaceAll("");
  }

  /**
   * Reads a text.
   *
   * @param text one value, nested up to 200 deep
   * @return its tree; a missing node if there is only white space
   * @throws JacksonException if it is anything else
   */
  public static JsonNode read(String text) {
    return MAPPER.readTree(text);
  }

  /**
   * Reads bytes.
   *
   * @param utf8 one value, nested up to 200 deep
   * @return its tree; a missing node if there is only white space
   * @throws JacksonException if it is anything else
   */
  public static JsonNode read(byte[] utf8) {
    return MAPPER.readTree(utf8);
  }
}
