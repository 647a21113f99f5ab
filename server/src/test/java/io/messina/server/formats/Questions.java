package io.messina.server.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is asked of a server that runs on a {@link FrozenFolder}. */
record Questions(RunningNode node) {

  private static final String ADMIN_TOKEN = "an-admin-token-for-this-test";

  /** The header of a request that may do all, if the server was started with the token. */
  static final String ADMIN = "Authorization: Bearer " + ADMIN_TOKEN;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static Path adminToken(Path folder) throws IOException {
    return Files.writeString(folder.resolve("admin.token"), ADMIN_TOKEN + "\n");
  }

  /** Asks all, and returns the answers by their questions. */
  ObjectNode answers(Collection<String> questions) throws Exception {
    ObjectNode answers = ApiJson.MAPPER.createObjectNode();
    for (String question : questions) {
      answers.set(question, answer(question));
    }
    return answers;
  }

  /**
   * Asks until the answer is as expected, for a while: what the server makes of streams begins a
   * little after it.
   *
   * @param question a path, and the body if there is one
   */
  void assertAnswer(String question, JsonNode expected) throws Exception {
    long begun = System.nanoTime();
    JsonNode answer = known(expected, answer(question));
    while (!answer.equals(expected) && System.nanoTime() - begun < PATIENCE.toNanos()) {
      answer = known(expected, answer(question));
    }
    assertThat(answer.toPrettyString()).as(question).isEqualTo(expected.toPrettyString());
  }

  private JsonNode answer(String question) throws Exception {
    String[] parts = question.split(" ", 2);
    return parts.length == 1
        ? node.json(200, "GET", parts[0], "")
        : node.json(200, "POST", parts[0], parts[1]);
  }

  /** Without the fields that later versions add. */
  private static JsonNode known(JsonNode expected, JsonNode answer) {
    if (answer instanceof ObjectNode object && expected.isObject()) {
      object.retain(expected.propertyNames());
      expected.properties().stream()
          .filter(each -> object.has(each.getKey()))
          .forEach(each -> known(each.getValue(), object.required(each.getKey())));
    }
    for (int i = 0; answer.isArray() && i < Math.min(answer.size(), expected.size()); i++) {
      known(expected.required(i), answer.required(i));
    }
    return answer;
  }
}
