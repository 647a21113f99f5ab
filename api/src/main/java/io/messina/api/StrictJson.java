package io.messina.api;

import java.math.BigDecimal;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ValueNode;

/**
 * Strict JSON of requests and events: numbers keep all their digits, and a repeated member or
 * trailing text is an error. A number with an exponent beyond {@value #EXPONENT_MAX} is an error as
 * well: decimals of Java end soon after it.
 */
public final class StrictJson {

  /** Makes the numbers of trees; those with an exponent that is too far end the reading. */
  public static final JsonNodeFactory NUMBERS = new BoundedNumbers();

  private static final int DEPTH_MAX = 200;
  private static final int EXPONENT_MAX = 1_000_000_000;
  private static final String TOO_FAR = "a number with an exponent beyond " + EXPONENT_MAX;

  private static final JsonMapper STRICT = mapper(true);
  private static final JsonMapper LAST_WINS = mapper(false);

  private static JsonMapper mapper(boolean strict) {
    return JsonMapper.builder(
            JsonFactory.builder()
                .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
                .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, strict)
                .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                .build())
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .nodeFactory(NUMBERS)
        .build();
  }

  private static final class BoundedNumbers extends JsonNodeFactory {

    private static final long serialVersionUID = 1L;

    @Override
    public ValueNode numberNode(BigDecimal number) {
      if (Math.abs((long) number.scale()) > EXPONENT_MAX) {
        throw new StreamReadException(TOO_FAR);
      }
      return super.numberNode(number);
    }
  }

  /** Parts of a message of Jackson about itself rather than the text. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          String.join(
              "|",
              ", from `[^`]*`",
              ",? ?\\((?:start marker at|for [A-Za-z]+ starting at) \\[[^]]*]\\)",
              ",? ?\\[Source[^]]*]",
              "[:;,]? ?(?:enable|not allowed as per) `[^`]*`(?: to allow)?",
              " \\(not recognized as one since Feature [^)]*\\)",
              " in (?:VALUE_STRING|PROPERTY_NAME)"));

  private static final String MORE_THAN_ONE = "Trailing token";

  /** Other names of features, classes and methods. */
  private static final Pattern PROGRAM = Pattern.compile("`|Feature[ .]|tools\\.jackson|java\\.");

  private StrictJson() {}

  /** The fault of a text that is not JSON. */
  public static String fault(JacksonException thrown) {
    String said = String.valueOf(thrown.getOriginalMessage());
    if (said.startsWith(MORE_THAN_ONE)) {
      return "more than one value";
    }
    String plain = INTERNALS.matcher(said).replaceAll("");
    return PROGRAM.matcher(plain).find() ? "not as JSON is written" : plain;
  }

  /**
   * Reads a text.
   *
   * @param text one value, nested up to 200 deep
   * @return its tree; a missing node if there is only white space
   * @throws JacksonException if it is anything else
   */
  public static JsonNode read(String text) {
    return bounded(() -> STRICT.readTree(text));
  }

  /**
   * Reads bytes.
   *
   * @param utf8 one value, nested up to 200 deep
   * @return its tree; a missing node if there is only white space
   * @throws JacksonException if it is anything else
   */
  public static JsonNode read(byte[] utf8) {
    return bounded(() -> STRICT.readTree(utf8));
  }

  /**
   * Reads the payload of an event, for all followers of a stream: the last one of a repeated member
   * counts, because the producer cannot be asked any more.
   *
   * @param utf8 one value, nested up to 200 deep
   * @return its tree; a missing node if there is only white space
   * @throws JacksonException if it is anything else
   */
  public static JsonNode payload(byte[] utf8) {
    return bounded(() -> LAST_WINS.readTree(utf8));
  }

  /**
   * Reads by another parser. Exponents that no decimal of Java holds are told by other exceptions
   * than everything else that is wrong with a text.
   *
   * @param reading by a mapper that makes its numbers of {@link #NUMBERS}
   * @throws JacksonException if the text is no JSON, or has a number with a larger exponent
   */
  public static JsonNode bounded(Supplier<JsonNode> reading) {
    try {
      return reading.get();
    } catch (ArithmeticException | NumberFormatException e) {
      throw new StreamReadException(null, TOO_FAR, e);
    }
  }
}
