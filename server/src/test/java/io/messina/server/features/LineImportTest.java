package io.messina.server.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
class LineImportTest {

  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final String LISTS = "/v1/lists/user/pages";

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
    node.json(201, "PUT", "/v1/features/user/pages", "{\"type\":\"list\",\"value_type\":\"text\"}");
  }

  @Test
  void of_a_refused_import_nothing_is_stored() throws Exception {
    String lines = line("refused", "a").repeat(6_000) + "nothing\n";
    JsonNode problem = node.problem(ProblemCode.WRONG_TYPE, "POST", LISTS, lines, LINES);
    assertThat(problem.get("detail").stringValue()).startsWith("line 6001: ");
    assertThat(node.json(200, "GET", LISTS + "/refused", "").get("items")).isEmpty();
  }

  @Test
  void one_that_the_store_breaks_off_tells_what_is_stored() throws Exception {
    node.store().refuse(RunningNode.writes(partition -> partition.values().contains("away")));
    String lines = line("here", "a") + line("here", "b") + line("away", "c");
    JsonNode problem = node.problem(ProblemCode.UNKNOWN_OUTCOME, "POST", LISTS, lines, LINES);
    assertThat(problem.get("imported").toString())
        .isIn("{\"expired\":0,\"stored\":2}", "{\"stored\":2,\"expired\":0}");
    node.store().mend();
    assertThat(node.json(200, "POST", LISTS, lines, LINES).get("stored").intValue()).isEqualTo(3);
  }

  @Test
  void lines_in_another_encoding_are_refused_with_the_first_of_them() throws Exception {
    String lines = line("Bob", "a") + line("Müller", "a") + line("Möller", "b");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.node().baseUrl() + LISTS))
            .header("Content-Type", "application/x-ndjson")
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(lines.getBytes(StandardCharsets.ISO_8859_1)))
            .build();
    String answer = node.client().send(request, HttpResponse.BodyHandlers.ofString()).body();
    assertThat(answer).contains("\"code\":\"malformed_json\"", "line 2: ");
    assertThat(node.json(200, "GET", LISTS + "/Bob", "").get("items")).isEmpty();
  }

  @Test
  void what_is_said_to_be_something_else_is_not_read_as_lines() throws Exception {
    for (String type :
        new String[] {"application/json", "text/csv", "application/x-ndjson; charset=latin1"}) {
      node.problem(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "POST",
          LISTS,
          line("a", "b"),
          "Content-Type: " + type);
    }
    node.json(200, "POST", LISTS, line("a", "b"), LINES + "; charset=UTF-8");
    node.json(200, "POST", LISTS, "\uFEFF" + line("a", "b"), LINES);
  }

  private static String line(String entity, String value) {
    return "{\"entity\":\"%s\",\"value\":\"%s\",\"time\":\"2015-09-12T00:00:00Z\"}\n"
        .formatted(entity, value);
  }
}
