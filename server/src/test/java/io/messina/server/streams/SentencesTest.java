package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What users read of their mistakes names nothing of what the server is made of. */
@Timeout(120)
final class SentencesTest {

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder);
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":1,\"schema\":{\"type\":\"object\"}}");
    node.json(
        201, "PUT", "/v1/features/user/age", "{\"type\":\"scalar\",\"value_type\":\"integer\"}");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      delimiter = '|',
      textBlock =
          """
          GET|/v1/streams/s/groups/nope||nope
          PUT|/v1/streams/s/groups/g|{"backoff":{"first":"1m","longest":"1s"}}|backoff.first: 1m
          PUT|/v1/features/user/x|{"type":"list","value_type":"text","ttl":"500ms"}|500ms
          PUT|/v1/features/user/x|{"type":|column
          POST|/v1/streams/s/events|{"a":|column
          POST|/v1/streams/s/events|[]|payload: array
          PUT|/v1/values/user/age/ada|{"value":3.5}|3.5
          PUT|/v1/values/user/age/ada|{"value":[1]}|a list
          PUT|/v1/streams/t|{"schema":7}|schema
          PUT|/v1/streams/t|{"retention":"0s"}|36500d, or forever
          PATCH|/v1/streams/nope|{"retention":7}|retention: 7
          PATCH|/v1/streams/s/groups/nope|{"lease":7}|lease: 7
          """)
  void it_says_what_is_wrong_in_the_words_of_the_user(
      String method, String path, String body, String part) throws Exception {
    String answer = node.send(method, path, body == null ? "" : body).body();
    JsonNode problem = ApiJson.MAPPER.readTree(answer);
    assertThat(problem.get("detail").stringValue())
        .contains(part)
        .doesNotContain("java", "jackson", "Exception", "Source", "`", "~", "PT", "NUMBER");
    assertThat(problem.get("code").stringValue()).isNotEqualTo("internal");
  }
}
