package io.messina.cli.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ListItem;
import io.messina.cli.TestServer;
import io.messina.client.features.FeaturesClient;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SweepCommandTest {

  @TempDir private Path folder;
  @AutoClose private TestServer server;

  @BeforeEach
  void start() throws InterruptedException {
    server = TestServer.start(folder);
  }

  @Test
  void what_is_to_be_swept_is_told_and_then_swept() {
    fill();
    assertThat(server.said("feature sweep"))
        .matches("3 lists and values looked at in [0-9.]+ s: 0 of deleted features swept");
    server.said("feature delete user pages --version v2");
    server.said("feature delete user age");
    assertThat(server.said("feature sweep --dry-run").lines())
        .satisfiesExactly(
            head ->
                assertThat(head)
                    .isEqualTo("entity type  name   version  generation  type    entities"),
            list ->
                assertThat(list)
                    .isEqualTo("user         pages  v2                1  list           1"),
            scalar ->
                assertThat(scalar)
                    .isEqualTo("user         age    (first)           1  scalar         1"),
            sum ->
                assertThat(sum)
                    .matches("3 lists .* in [0-9.]+ s: 2 of deleted features, to be swept"));
    assertThat(server.said("feature sweep")).endsWith(" s: 2 of deleted features swept");
    assertThat(server.said("feature sweep")).endsWith(" s: 0 of deleted features swept");
    assertThat(server.said("lists count user pages ada")).isEqualTo("1");
  }

  @Test
  void programs_get_what_the_server_answers_of_all_pages_together() {
    fill();
    server.said("feature delete user pages");
    JsonNode found = swept("--dry-run");
    assertThat(found.propertyNames())
        .containsExactly("looked_at", "deleted", "unknown", "features", "seconds");
    assertThat(found.required("looked_at").intValue()).isEqualTo(3);
    assertThat(found.required("deleted").intValue()).isZero();
    assertThat(found.required("features"))
        .extracting(JsonNode::toString)
        .containsExactlyInAnyOrder(
            "{\"entity_type\":\"user\",\"name\":\"pages\",\"version\":\"\","
                + "\"generation\":1,\"type\":\"list\",\"entities\":1}",
            "{\"entity_type\":\"user\",\"name\":\"pages\",\"version\":\"v2\","
                + "\"generation\":1,\"type\":\"list\",\"entities\":1}");
    assertThat(swept().required("deleted").intValue()).isEqualTo(2);
    assertThat(swept().required("features")).isEmpty();
  }

  @Test
  void many_pages_are_one_sweep() {
    server.said("feature create user pages --type list --value-type text");
    ListItem item = new ListItem(FeatureValue.text("Loom"), Instant.EPOCH);
    FeaturesClient.of(server.client())
        .list("user", "pages")
        .importLines(IntStream.range(0, 2_500).mapToObj(i -> ItemLine.of("e" + i, item)).toList());
    server.said("feature delete user pages");
    JsonNode swept = swept();
    assertThat(swept.required("deleted").intValue()).isEqualTo(2_500);
    assertThat(swept.required("features")).hasSize(1);
  }

  private void fill() {
    server.said("feature create user pages --type list --value-type text");
    server.said("feature create user pages --version v2");
    server.said("feature create user age --type scalar --value-type integer");
    server.said("lists add user pages ada Loom");
    server.said("lists add user pages ada Loom --version v2");
    server.said("values put user age ada 36");
  }

  private JsonNode swept(String... more) {
    Stream<String> command =
        Stream.concat(Stream.of("feature", "sweep", "--json"), Stream.of(more));
    return JsonMapper.shared().readTree(server.said(command.toArray(String[]::new)));
  }
}
