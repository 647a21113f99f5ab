package io.messina.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ClientSchemasTest {

  private static final Path FILE =
      Path.of("../client/src/test/resources/io/messina/client/schemas.json");

  @TempDir private Path folder;

  @Test
  void the_schemas_with_which_the_client_is_tested_are_served() throws Exception {
    JsonNode expected = ApiJson.MAPPER.readTree(Files.readString(FILE));
    try (RunningNode node = RunningNode.in(folder)) {
      JsonNode served = ApiJson.MAPPER.readTree(node.send("GET", "/openapi", "").body());
      for (Map.Entry<String, JsonNode> schema : expected.properties()) {
        assertThat(served.at("/components/schemas/" + schema.getKey()))
            .as(schema.getKey())
            .isEqualTo(schema.getValue());
      }
    }
  }
}
