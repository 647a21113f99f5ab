package io.messina.server.http;

import io.messina.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** The schemas of the API's JSON, kept in {@code schemas.json} beside this class. */
final class ApiSchemas {

  private ApiSchemas() {}

  static Map<String, JsonNode> read() {
    try (InputStream file =
        Objects.requireNonNull(ApiSchemas.class.getResourceAsStream("schemas.json"))) {
      Map<String, JsonNode> schemas = new LinkedHashMap<>();
      Json.MAPPER
          .readTree(file)
          .properties()
          .forEach(schema -> schemas.put(schema.getKey(), schema.getValue()));
      return schemas;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
