package io.messina.server.ingest;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.messina.server.json.Json;
import io.messina.server.json.Shown;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A JSON Schema, compiled: of draft 2020-12 unless it names another. References to other documents
 * are not fetched. Safe for use by many threads.
 */
final class PayloadSchema {

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().locale(Locale.ENGLISH).failFast(true).build();

  private final Schema schema;

  private PayloadSchema(Schema schema) {
    this.schema = schema;
  }

  /** Refuses with {@link IllegalArgumentException} what is no schema. */
  static PayloadSchema compile(String text) {
    try {
      JsonNode node = Json.MAPPER.readTree(text);
      if (!node.isObject() && !node.isBoolean()) {
        throw new IllegalArgumentException(
            "schema: " + node.getNodeType() + " (expected: an object)");
      }
      SchemaRegistry registry =
          SchemaRegistry.withDefaultDialect(
              SpecificationVersion.DRAFT_2020_12,
              builder -> builder.schemaRegistryConfig(CONFIG).schemaCacheEnabled(false));
      requireValid(node);
      Schema schema = registry.getSchema(node);
      schema.initializeValidators();
      return new PayloadSchema(schema);
    } catch (SchemaException | JacksonException e) {
      throw new IllegalArgumentException(
          "schema: " + Shown.sentence(String.valueOf(e.getMessage())), e);
    }
  }

  private static void requireValid(JsonNode node) {
    String dialect =
        SpecificationVersion.fromSchemaNode(node)
            .orElse(SpecificationVersion.DRAFT_2020_12)
            .getDialectId();
    List<Error> errors =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(com.networknt.schema.SchemaLocation.of(dialect))
            .validate(node.toString(), InputFormat.JSON);
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException("schema: " + Shown.sentence(errors.getFirst().toString()));
    }
  }

  void check(byte[] bytes, int from, int to) {
    JsonNode payload = tree(bytes, from, to);
    List<Error> errors = errors(payload);
    if (!errors.isEmpty()) {
      Error error = errors.getFirst();
      throw Refusal.ofSchema("against the schema: " + Shown.sentence(error.toString()));
    }
  }

  private List<Error> errors(JsonNode payload) {
    try {
      return schema.validate(payload);
    } catch (SchemaException e) {
      throw Refusal.ofSchema(
          "against the schema: " + Shown.sentence(String.valueOf(e.getMessage())));
    }
  }

  private static JsonNode tree(byte[] bytes, int from, int to) {
    try {
      return Json.MAPPER.readTree(bytes, from, to - from);
    } catch (JacksonException e) {
      throw JsonWalk.notJson(e);
    }
  }
}
