package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Durations;
import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Changes of definitions that expect what stands: of two that expect the same, one is made. */
@Timeout(120)
class DefinitionTagsTest {

  private static final Set<String> WITHOUT_PATCH =
      Set.of("/v1/feeds/{feed}", "/v1/enrichments/{enrichment}", "/v1/sinks/{sink}");

  private static final int CHANGES = 40;
  private static final String STREAM = "/v1/streams/t";
  private static final String GROUP = STREAM + "/groups/g";
  private static final String FEATURE = "/v1/features/user/pages";
  private static final String LIST = "{\"type\":\"list\",\"value_type\":\"text\"}";
  private static final String FED =
      "{\"stream\":\"t\",\"entity\":\"/user\",\"list\":\"pages\",\"value\":\"/page\"}";

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder);
    node.json(201, "PUT", STREAM, "{\"shards\":1}");
    node.json(201, "PUT", GROUP, "{}");
    node.json(201, "PUT", FEATURE, LIST);
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return node.send("GET", path, "");
  }

  private static String tag(HttpResponse<String> answer) {
    return answer.headers().firstValue("etag").orElseThrow();
  }

  private static JsonNode failed(String method, String path, String body, String condition)
      throws Exception {
    return node.problem(ProblemCode.PRECONDITION_FAILED, method, path, body, condition);
  }

  @ParameterizedTest
  @CsvSource({STREAM + ",deduplicate,s", GROUP + ",max_attempts,", FEATURE + ",ttl,s"})
  void two_who_count_up_at_the_same_time_lose_no_step(
      String path, String option, @Nullable String unit) throws Exception {
    String change = "{\"" + option + "\":" + (unit == null ? "%d}" : "\"%ds\"}");
    node.json(200, "PATCH", path, change.formatted(1));
    CyclicBarrier bothHaveRead = new CyclicBarrier(2);
    Callable<Integer> counting =
        () -> {
          int refused = 0;
          boolean isFirst = true;
          for (int made = 0; made < CHANGES; ) {
            HttpResponse<String> standing = get(path);
            if (isFirst) {
              bothHaveRead.await();
              isFirst = false;
            }
            String next = change.formatted(number(standing, option) + 1);
            int status = node.send("PATCH", path, next, "If-Match: " + tag(standing)).statusCode();
            assertThat(status).isIn(200, 412);
            made += status == 200 ? 1 : 0;
            refused += status == 412 ? 1 : 0;
          }
          return refused;
        };
    int refused = 0;
    try (ExecutorService two = Executors.newFixedThreadPool(2)) {
      for (Future<Integer> each : two.invokeAll(List.of(counting, counting))) {
        refused += each.get();
      }
    }

    assertThat(number(get(path), option)).isEqualTo(1 + 2 * CHANGES);
    assertThat(refused).as("changes that would have been lost").isPositive();
  }

  private static int number(HttpResponse<String> shown, String option) {
    JsonNode value = ApiJson.MAPPER.readTree(shown.body()).get(option);
    return value.isNumber()
        ? value.intValue()
        : Math.toIntExact(Durations.parse(value.stringValue()).toSeconds());
  }

  @Test
  void a_tag_is_told_by_each_answer_and_stays_until_the_definition_changes() throws Exception {
    String stream = "/v1/streams/told";
    HttpResponse<String> created = node.send("PUT", stream, "{\"shards\":1}");
    HttpResponse<String> again = node.send("PUT", stream, "{\"shards\":1}");
    HttpResponse<String> changed = node.send("PATCH", stream, "{\"retention\":\"1d\"}");
    List<String> groups = new ArrayList<>();
    groups.add(tag(node.send("PUT", stream + "/groups/g", "{}")));
    groups.add(tag(get(stream + "/groups/g")));
    node.send("POST", stream + "/events", "{}");
    groups.add(tag(get(stream + "/groups/g")));

    assertThat(created.body()).contains("\"tag\":" + tag(created));
    assertThat(tag(again)).isEqualTo(tag(created));
    assertThat(tag(changed)).isEqualTo(tag(get(stream))).isNotEqualTo(tag(created));
    assertThat(groups).containsOnly(groups.getFirst());
  }

  @Test
  void a_feature_has_another_tag_after_each_change_of_it_and_its_versions() throws Exception {
    String feature = "/v1/features/user/told";
    List<String> tags = new ArrayList<>();
    tags.add(tag(node.send("PUT", feature, LIST)));
    assertThat(tag(node.send("PUT", feature, LIST))).isEqualTo(tags.getFirst());
    tags.add(tag(node.send("PUT", feature + "?version=v2", "")));
    tags.add(tag(node.send("POST", feature + "/complete?version=v2", "")));
    node.json(204, "DELETE", feature + "?version=", "");
    tags.add(tag(get(feature)));

    assertThat(tags).doesNotHaveDuplicates();
    assertThat(get(feature).body()).contains("\"tag\":" + tags.getLast());
    assertThat(node.send("GET", "/v1/features", "").body()).contains(tags.getLast());
  }

  @Test
  void a_stale_tag_neither_creates_completes_nor_deletes_a_version_nor_a_feed() throws Exception {
    String feature = "/v1/features/user/versions";
    String feed = "/v1/feeds/stale";
    node.json(201, "PUT", feature, LIST);
    String stale = "If-Match: " + tag(get(feature));
    String standing = "If-Match: " + tag(node.send("PUT", feature + "?version=v2", ""));
    failed("PUT", feature + "?version=v2", "", stale);
    failed("PUT", feature + "?version=v2", "", "If-None-Match: *");
    failed("PUT", feature + "?version=v3", "", standing);
    failed("POST", feature + "/complete?version=v2", "", stale);
    failed("DELETE", feature + "?version=v2", "", stale);
    assertThat("If-Match: " + tag(get(feature))).isEqualTo(standing);
    node.json(204, "DELETE", feature + "?version=v2", "", standing);
    node.json(201, "PUT", feature + "?version=v2", "", "If-None-Match: *");

    node.json(201, "PUT", feed, FED, "If-None-Match: *");
    failed("PUT", feed, FED.replace("/page", "/link"), "If-None-Match: *");
    String old = "If-Match: " + tag(get(feed));
    String changed = tag(node.send("PUT", feed, FED.replace("/page", "/link"), old));
    failed("PUT", feed, FED, old);
    failed("DELETE", feed, "", old);
    assertThat(tag(get(feed))).isEqualTo(changed);
    node.json(204, "DELETE", feed, "", "If-Match: " + changed);
  }

  @Test
  void a_stale_tag_changes_and_deletes_nothing() throws Exception {
    String stream = "/v1/streams/stale";
    String group = stream + "/groups/g";
    node.json(201, "PUT", stream, "{\"shards\":1}");
    String feature = "/v1/features/user/stale";
    node.json(201, "PUT", group, "{}");
    node.json(201, "PUT", feature, LIST);
    Map<String, String> changes =
        Map.of(
            group,
            "{\"lease\":\"45s\"}",
            stream,
            "{\"retention\":\"2d\"}",
            feature,
            "{\"ttl\":\"2d\"}");
    for (String path : List.of(group, stream, feature)) {
      String change = Objects.requireNonNull(changes.get(path));
      String stale = "If-Match: " + tag(get(path));
      String standing = tag(node.send("PATCH", path, change));

      assertThat(failed("DELETE", path, "", stale).get("detail").stringValue())
          .isEqualTo(
              "tag: " + standing + " (expected: " + stale.substring("If-Match: ".length()) + ")");
      failed("PUT", path, "{}", stale);
      failed("PATCH", path, "{}", stale);
      assertThat(tag(get(path))).isEqualTo(standing);
      String either = stale + ", \"0\" ,W/\"x\"," + standing;
      assertThat(node.send("DELETE", path, "", either).statusCode()).isEqualTo(204);
    }
  }

  @Test
  void what_was_deleted_and_created_anew_has_another_tag() throws Exception {
    String stream = "/v1/streams/anew";
    String group = stream + "/groups/g";
    String feature = "/v1/features/user/anew";
    List<String> tags = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      tags.add(tag(node.send("PUT", feature, LIST, "If-None-Match: *")));
      assertThat(node.send("DELETE", feature, "", "If-Match: *").statusCode()).isEqualTo(204);
      tags.add(tag(node.send("PUT", stream, "{\"shards\":1}", "If-None-Match: *")));
      tags.add(tag(node.send("PUT", group, "{}", "If-None-Match: *")));
      assertThat(node.send("DELETE", stream, "", "If-Match: *").statusCode()).isEqualTo(204);
    }

    assertThat(tags).doesNotHaveDuplicates();
  }

  @Test
  void only_what_is_not_there_is_created_and_only_what_is_there_is_changed() throws Exception {
    String stream = "/v1/streams/only";
    failed("PUT", stream, "{}", "If-Match: *");
    node.json(201, "PUT", stream, "{\"shards\":1}", "If-None-Match: *");
    failed("PUT", stream, "{\"retention\":\"1d\"}", "If-None-Match: *");
    assertThat(get(stream).body()).contains("\"retention\":\"7d\"");
    node.json(200, "PUT", stream, "{\"retention\":\"1d\"}", "If-Match: *");
    node.problem(
        ProblemCode.GROUP_NOT_FOUND, "PATCH", stream + "/groups/g", "{}", "If-Match: \"1\"");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "DELETE", stream + "2", "", "If-Match: \"1\"");
    String feature = "/v1/features/user/only";
    failed("PUT", feature, LIST, "If-Match: *");
    node.json(201, "PUT", feature, LIST, "If-None-Match: *");
    failed("PUT", feature, LIST, "If-None-Match: *");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "PATCH", feature + "2", "{}", "If-Match: \"1\"");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "DELETE", feature + "2", "", "If-Match: \"1\"");
    node.problem(
        ProblemCode.FEATURE_NOT_FOUND, "DELETE", feature + "?version=v2", "", "If-Match: \"1\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "If-Match: 1",
        "If-Match: \"1\" \"2\"",
        "If-Match: \"1",
        "If-Match: *, \"1\"",
        "If-Match: ",
        "If-None-Match: \"1\"",
      })
  void conditions_that_are_malformed_are_told(String condition) throws Exception {
    String name = condition.substring(0, condition.indexOf(':')).toLowerCase(Locale.ROOT);
    assertThat(
            node.problem(ProblemCode.BAD_REQUEST, "DELETE", "/v1/streams/t", "", condition)
                .get("detail")
                .stringValue())
        .startsWith(name + ": ")
        .contains(" (expected: *");
  }

  @Test
  void the_description_of_the_api_tells_of_tags() throws Exception {
    JsonNode paths = node.json(200, "GET", "/openapi", "").get("paths");
    for (String path :
        List.of(
            "/v1/streams/{stream}",
            "/v1/streams/{stream}/groups/{group}",
            "/v1/features/{entity_type}/{name}",
            "/v1/feeds/{feed}",
            "/v1/enrichments/{enrichment}",
            "/v1/sinks/{sink}")) {
      JsonNode routes = paths.get(path);
      assertThat(routes.at("/get/responses/200/headers").has("ETag")).isTrue();
      for (String verb : List.of("put", "patch", "delete")) {
        if (verb.equals("patch") && WITHOUT_PATCH.contains(path)) {
          continue;
        }
        assertThat(routes.at("/" + verb + "/responses").has("412")).isTrue();
        assertThat(routes.at("/" + verb + "/parameters").findValuesAsString("name"))
            .contains("If-Match", "If-None-Match");
      }
    }
  }
}
