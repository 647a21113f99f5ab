package io.messina.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that last longer than the token with which they began. */
@SuppressWarnings("NullAway.Init")
class EndedTokensTest {

  private static final String EVENTS = "Accept: text/event-stream";
  private static final int PATIENCE_SECONDS = 45;

  @TempDir private static Path folder;
  private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.withTokens(folder);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** Each begins with a token, which then ends; an event that comes afterwards is for others. */
  @ParameterizedTest
  @ValueSource(strings = {"revoked", "expired"})
  void requests_that_last_end_with_their_token(String end) throws Exception {
    String stream = "/v1/streams/" + end;
    node.json(201, "PUT", stream, "{\"shards\":1}", RunningNode.ADMITTED);
    node.json(
        201, "PUT", stream + "/groups/claims", "{\"start\":\"earliest\"}", RunningNode.ADMITTED);
    node.json(
        201, "PUT", stream + "/groups/follows", "{\"start\":\"earliest\"}", RunningNode.ADMITTED);
    node.json(
        201,
        "PUT",
        "/v1/aggregates/" + end,
        "{\"stream\":\"%s\",\"window\":\"1h\",\"kind\":\"count\"}".formatted(end),
        RunningNode.ADMITTED);
    String token = "Authorization: Bearer " + token(end);

    CompletableFuture<String> tail = begun(stream + "/events", token);
    CompletableFuture<String> rows = begun("/v1/aggregates/" + end + "/rows", token);
    CompletableFuture<String> claim =
        lasting("POST", stream + "/groups/claims/claim", "{\"wait\":\"60s\"}", token);
    CompletableFuture<String> read =
        lasting("GET", stream + "/events?shard=0&from=latest&wait=60s", "", token);
    CompletableFuture<String> follow =
        lasting("GET", stream + "/groups/follows/shards/0/events?wait=60s", "", token);
    TimeUnit.SECONDS.sleep(2); // nothing tells from without that a request waits
    if (end.equals("revoked")) {
      node.json(204, "DELETE", "/v1/tokens/" + end, "", RunningNode.ADMITTED);
    }
    SystemWaiting.until(() -> node.send("GET", stream, "", token).statusCode() == 401);
    node.json(202, "POST", stream + "/events", "{\"secret\":1}", RunningNode.ADMITTED);

    assertThat(tail.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .startsWith("200")
        .doesNotContain("secret");
    assertThat(rows.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .startsWith("200")
        .doesNotContain("row");
    assertThat(claim.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).startsWith("200{\"events\":[]}");
    for (CompletableFuture<String> each : List.of(read, follow)) {
      assertThat(each.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).startsWith("401");
    }
    assertThat(
            node.json(
                    200,
                    "POST",
                    stream + "/groups/claims/claim",
                    "{\"wait\":\"20s\"}",
                    RunningNode.ADMITTED)
                .get("events"))
        .as("what the ended claim did not take")
        .hasSize(1);
  }

  private static String token(String name) throws Exception {
    String expires = name.equals("expired") ? ",\"expires_in\":\"15s\"" : "";
    return node.json(
            201,
            "POST",
            "/v1/tokens/" + name,
            "{\"scopes\":[\"streams:*:read\",\"groups:*:consume\",\"aggregates:*:read\"]"
                + expires
                + "}",
            RunningNode.ADMITTED)
        .get("token")
        .stringValue();
  }

  /** The status and the body of events that have begun, at their end. */
  private static CompletableFuture<String> begun(String path, String token) throws Exception {
    HttpResponse<InputStream> answer =
        node.client()
            .send(
                node.request("GET", path, "", token, EVENTS),
                HttpResponse.BodyHandlers.ofInputStream());
    return CompletableFuture.supplyAsync(() -> whole(answer));
  }

  /** The status and the body of an answer, at its end. */
  private static CompletableFuture<String> lasting(
      String method, String path, String body, String... headers) {
    return node.client()
        .sendAsync(
            node.request(method, path, body, headers), HttpResponse.BodyHandlers.ofInputStream())
        .thenApplyAsync(EndedTokensTest::whole);
  }

  private static String whole(HttpResponse<InputStream> answer) {
    try (InputStream body = answer.body()) {
      return answer.statusCode() + new String(body.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
