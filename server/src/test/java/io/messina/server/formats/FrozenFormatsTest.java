package io.messina.server.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.FormatLevel;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** This build reads what former builds have written, and goes on with it. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class FrozenFormatsTest {

  private static final String EDITS = "/v1/streams/edits";
  private static final String LINES = "Content-Type: application/x-ndjson";

  @TempDir private Path folder;

  private RunningNode node;

  /** All levels at which a store may be that this build opens. */
  static IntStream levels() {
    FormatLevel formats = new FormatLevel();
    return IntStream.rangeClosed(formats.oldest(), formats.newest());
  }

  @ParameterizedTest
  @MethodSource("levels")
  void a_folder_is_read_as_it_was_written_and_used_on(int level) throws Exception {
    FrozenFolder frozen = new FrozenFolder(level);
    frozen.unpack(folder.resolve("data"));
    JsonNode answers = frozen.answers();
    assertThat(answers.size()).isGreaterThan(30);
    try (RunningNode started = RunningNode.in(folder).patient()) {
      node = started;
      Questions questions = new Questions(node);
      for (String question : answers.propertyNames()) {
        questions.assertAnswer(question, answers.required(question));
      }
      claimTheRest();
      append();
      add();
      count();
    }
    checkToken(frozen.token());
  }

  /** Each event of the stream is acknowledged, is a dead letter, or is handed out. */
  private void claimTheRest() throws Exception {
    String group = EDITS + "/groups/workers";
    int handed = 0;
    while (lag(group) > 0) {
      for (JsonNode event : claim(group).required("events")) {
        String receipt = event.required("receipt").stringValue();
        JsonNode acked =
            node.json(200, "POST", group + "/ack", "{\"receipts\":[\"" + receipt + "\"]}");
        assertThat(acked.at("/results/0/status").stringValue()).isEqualTo("ok");
        handed++;
      }
    }
    assertThat(handed).isEqualTo(60 - 15 - 4);
    String redrive = group + "/dead-letters/redrive";
    assertThat(node.json(200, "POST", redrive, "{\"all\":true}").required("redriven").intValue())
        .isEqualTo(4);
  }

  private JsonNode claim(String group) throws Exception {
    return node.json(200, "POST", group + "/claim", "{\"limit\":100,\"wait\":\"1s\"}");
  }

  private int lag(String group) throws Exception {
    return node.json(200, "GET", group, "").required("lag").intValue();
  }

  private void append() throws Exception {
    JsonNode added = node.json(202, "POST", EDITS + "/events", "{\"n\":1}\n{\"n\":2}\n", LINES);
    String event = EDITS + "/events/" + added.required("ids").get(1).stringValue();
    assertThat(node.json(200, "GET", event, "").required("payload").toString())
        .isEqualTo("{\"n\":2}");
    JsonNode repeated =
        node.json(
            202,
            "POST",
            "/v1/streams/mixed/events",
            FrozenFolderMaker.numbered(),
            FrozenFolderMaker.ENVELOPES,
            "Messina-Source: job",
            "Messina-Batch: 1");
    assertThat(repeated.required("duplicates").intValue()).isEqualTo(10);
  }

  private void add() throws Exception {
    String list = "/v1/lists/user/recent/anna";
    String items = "{\"items\":[{\"value\":\"c\",\"time\":\"2015-09-12T01:00:00Z\"}]}";
    node.json(200, "POST", list, items);
    assertThat(node.json(200, "GET", list, "").at("/items/0/value").stringValue()).isEqualTo("c");
  }

  /** New events come to what is made of a stream. */
  private void count() throws Exception {
    node.json(
        202,
        "POST",
        "/v1/streams/visits/events",
        "{\"user\":\"u3\",\"page\":\"p\",\"spent\":1000,\"at\":\"2026-03-01T10:59:00Z\"}");
    for (String aggregate : FrozenFolderMaker.AGGREGATES) {
      node.awaited("/v1/aggregates/" + aggregate, it -> it.required("added").intValue() == 121);
    }
    node.awaited("/v1/enrichments/profiles/u3", it -> it.at("/state/visits").intValue() == 7);
    node.awaited("/v1/lists/user/visited/u3/count", it -> it.required("count").intValue() == 4);
  }

  private void checkToken(String token) throws Exception {
    Path admin = Questions.adminToken(folder);
    try (RunningNode strict =
        RunningNode.in(folder, "--auth", "tokens", "--admin-token-file", admin.toString())) {
      String header = "Authorization: Bearer " + token;
      assertThat(strict.send("GET", EDITS, "", header).statusCode()).isEqualTo(200);
      assertThat(strict.send("DELETE", EDITS, "", header).statusCode()).isEqualTo(403);
      assertThat(strict.json(200, "GET", "/v1/tokens/reader", "", Questions.ADMIN).has("created"))
          .isTrue();
    }
  }
}
