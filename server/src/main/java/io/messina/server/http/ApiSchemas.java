package io.messina.server.http;

import io.messina.api.GroupDefinition;
import io.messina.api.GroupOptions;
import io.messina.api.GroupStatus;
import io.messina.api.NewGroup;
import io.messina.api.RecordSchema;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamOptions;
import io.messina.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** The schemas of the API's JSON: those of records, and the others from {@code schemas.json}. */
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
      schemas.put("StreamOptions", RecordSchema.request(StreamOptions.class));
      schemas.put("Stream", RecordSchema.answer(StreamDefinition.class));
      schemas.put("NewGroup", RecordSchema.request(NewGroup.class));
      schemas.put("GroupOptions", RecordSchema.request(GroupOptions.class));
      schemas.put("Group", RecordSchema.answer(GroupDefinition.class));
      schemas.put("GroupStatus", RecordSchema.answer(GroupStatus.class));
      return schemas;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
