package io.messina.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Random requests to all operations of the description of the API: none is answered 500, none
 * hangs, and one that is refused leaves the definition that it names as it was.
 */
class ApiFuzzTest {

  private static final long SEED = Long.getLong("messina.test.seed", 1);
  private static final int REQUESTS = Integer.getInteger("messina.test.tries", 1_000);

  /** A wait that a request asks for, and what a busy machine adds. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);

  @Test
  void whatever_is_asked_is_answered_by_what_was_done_or_by_a_problem(@TempDir Path folder)
      throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    TreeMap<Integer, Integer> statuses = new TreeMap<>();
    try (RunningNode node = RunningNode.in(folder, "--durability", "os")) {
      ApiFuzz fuzz = new ApiFuzz(node.json(200, "GET", "/openapi", ""), random);
      for (int i = 0; i < REQUESTS; i++) {
        ApiFuzz.Request request = fuzz.next();
        String before = definition(node, request);
        int status = check(node, request);
        statuses.merge(status, 1, Integer::sum);
        if (status >= 400 && status < 500) {
          assertThat(definition(node, request)).as(request.toString()).isEqualTo(before);
        }
      }
      assertThat(node.send("GET", "/health/live", "").statusCode()).isEqualTo(200);
    }
    assertThat(statuses).containsKeys(200, 201, 400, 404);
    assertThat(statuses.keySet()).allSatisfy(status -> assertThat(status).isNotEqualTo(500));
  }

  /** What the path of a change answers to a GET, without what goes on by itself. */
  private static String definition(RunningNode node, ApiFuzz.Request request) throws Exception {
    if (!request.method().equals("PUT") || request.target().indexOf('?') >= 0) {
      return "";
    }
    HttpResponse<String> answer = node.send("GET", request.target(), "");
    return answer.statusCode() + " " + answer.headers().firstValue("etag").orElse("");
  }

  private static int check(RunningNode node, ApiFuzz.Request request) throws Exception {
    HttpRequest http =
        HttpRequest.newBuilder(URI.create(node.node().baseUrl() + request.target()))
            .timeout(ANSWER_MAX)
            .header("Content-Type", request.type())
            .method(
                request.method(),
                request.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(request.body()))
            .build();
    HttpResponse<String> answer;
    try {
      answer = node.client().send(http, BodyHandlers.ofString());
    } catch (HttpTimeoutException e) {
      throw new AssertionError("no answer to " + request, e);
    }
    assertThat(answer.statusCode()).as("%s: %s", request, answer.body()).isNotEqualTo(500);
    if (answer.statusCode() >= 400) {
      JsonNode problem = ApiJson.MAPPER.readTree(answer.body());
      assertThat(problem.get("code").stringValue()).as(request.toString()).isNotEmpty();
    }
    return answer.statusCode();
  }
}
