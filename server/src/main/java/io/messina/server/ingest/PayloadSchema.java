package io.messina.server.ingest;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.stream.json.ApiJson;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON Schema, compiled: of draft 2020-12 unless it names another. Only the documents of
 * json-schema.org are read, which come with the library. For any schema and payload, a check ends
 * after a bounded number of steps. Safe for use by many threads.
 */
final class PayloadSchema {

  /** As much as fits into the definition of a stream. */
  private static final int CHARS_MAX = 64 << 10;

  /** Of a check; each byte of the payload allows one more. */
  private static final int STEPS_MAX = 100_000;

  private static final int DEPTH_MAX = 1_000;

  private static final Pattern KNOWN = Pattern.compile("https?://json-schema\\.org/.*");

  private static final List<String> BOUNDS =
      List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");

  /** Knows the schemas of schemas; others are kept out, whose ids might be the same. */
  private static final SchemaRegistry DIALECTS = registry(true);

  private final Schema schema;

  private PayloadSchema(Schema schema) {
    this.schema = schema;
  }

  /** Refuses an invalid schema with {@link IllegalArgumentException}. */
  static PayloadSchema compile(String text) {
    if (text.length() > CHARS_MAX) {
      throw new IllegalArgumentException(
          "schema: " + text.length() + " characters (expected: at most " + CHARS_MAX + ")");
    }
    try {
      JsonNode node = ApiJson.tree(text);
      if (!node.isObject() && !node.isBoolean()) {
        throw new IllegalArgumentException(
            "schema: " + Shown.text(node.toString()) + " (expected: an object)");
      }
      requireValid(node);
      widenBounds(node);
      Schema schema = registry(false).getSchema(node);
      schema.initializeValidators();
      return new PayloadSchema(schema);
    } catch (SchemaException
        | ValidationLimitExceededException
        | StackOverflowError
        | JacksonException e) {
      throw new IllegalArgumentException("schema: " + sentence(e), e);
    }
  }

  /** With bounds that are long the library turns numbers into long, which not all can be. */
  private static void widenBounds(JsonNode node) {
    if (node instanceof ObjectNode object) {
      BOUNDS.stream()
          .filter(bound -> object.path(bound).isIntegralNumber())
          .forEach(bound -> object.put(bound, object.get(bound).bigIntegerValue()));
    }
    node.forEach(PayloadSchema::widenBounds);
  }

  private static SchemaRegistry registry(boolean kept) {
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .regularExpressionFactory(LinearPattern::compile)
            .build();
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder
                .schemaRegistryConfig(config)
                .schemaLoader(loader -> loader.allow(PayloadSchema::isKnown))
                .schemaCacheEnabled(kept));
  }

  private static boolean isKnown(AbsoluteIri document) {
    return KNOWN.matcher(document.toString()).matches();
  }

  private static void requireValid(JsonNode node) {
    String dialect =
        SpecificationVersion.fromSchemaNode(node)
            .orElse(SpecificationVersion.DRAFT_2020_12)
            .getDialectId();
    Schema schemas = DIALECTS.getSchema(SchemaLocation.of(dialect));
    List<Error> errors = validate(schemas, node, CHARS_MAX);
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException("schema: " + Shown.sentence(errors.getFirst().toString()));
    }
  }

  private static List<Error> validate(Schema schema, JsonNode value, int bytes) {
    return schema.validate(
        value,
        context ->
            context.executionConfig(
                config ->
                    config
                        .locale(Locale.ENGLISH)
                        .failFast(true)
                        .maxEvaluationSteps(STEPS_MAX + bytes)
                        .maxEvaluationDepth(DEPTH_MAX)));
  }

  void check(byte[] bytes, int from, int to) {
    JsonNode payload = tree(bytes, from, to);
    List<Error> errors = errors(payload, to - from);
    if (!errors.isEmpty()) {
      String error = errors.getFirst().toString();
      // Of the payload as a whole the library names no place.
      String place = error.startsWith(": ") ? "payload" : "";
      throw Refusal.ofSchema("against the schema: " + Shown.sentence(place + error));
    }
  }

  private List<Error> errors(JsonNode payload, int bytes) {
    try {
      return validate(schema, payload, bytes);
    } catch (SchemaException | ValidationLimitExceededException | StackOverflowError e) {
      throw Refusal.ofSchema("against the schema: " + sentence(e));
    }
  }

  /** Formats of the library are patterns of the JDK, whose depth a long text decides. */
  private static String sentence(Throwable failure) {
    if (failure instanceof JacksonException e) {
      return Shown.sentence(StrictJson.fault(e));
    }
    return failure instanceof StackOverflowError
        ? "a text is too long or too deep for it"
        : Shown.sentence(String.valueOf(failure.getMessage()));
  }

  private static JsonNode tree(byte[] bytes, int from, int to) {
    try {
      return ApiJson.tree(bytes, from, to);
    } catch (JacksonException e) {
      throw JsonWalk.notJson(e);
    }
  }
}
