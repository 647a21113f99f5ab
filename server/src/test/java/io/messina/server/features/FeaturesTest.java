package io.messina.server.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
class FeaturesTest {

  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final String TEXTS = "{\"type\":\"list\",\"value_type\":\"text\"}";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  private String name;
  private String feature;
  private String alice;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
  }

  @BeforeEach
  void name() {
    name = "f" + NUMBERS.incrementAndGet();
    feature = "/v1/features/user/" + name;
    alice = "/v1/lists/user/" + name + "/alice";
  }

  @Test
  void a_feature_is_created_changed_listed_and_deleted() throws Exception {
    JsonNode created = node.json(201, "PUT", feature, TEXTS);
    assertThat(created.toString())
        .isEqualTo(
            "{\"entity_type\":\"user\",\"name\":\""
                + name
                + "\",\"type\":\"list\",\"value_type\":\"text\",\"ttl\":\"forever\","
                + "\"unique\":false,\"latest\":\"\",\"versions\":[\"\"],\"tag\":\""
                + created.get("tag").stringValue()
                + "\"}");
    assertThat(node.json(200, "PUT", feature, "{\"ttl\":\"36500d\"}").get("ttl").stringValue())
        .isEqualTo("36500d");
    node.problem(ProblemCode.CONFLICT, "PUT", feature, "{\"value_type\":\"json\"}");
    node.problem(ProblemCode.CONFLICT, "PATCH", feature, "{\"unique\":true}");
    assertThat(node.json(200, "PATCH", feature, "{\"type\":\"list\"}").get("ttl").stringValue())
        .isEqualTo("36500d");
    assertThat(node.json(200, "PUT", feature, "{}")).isEqualTo(created);
    assertThat(node.json(200, "PATCH", feature, "{\"ttl\":\"1d\"}").get("ttl").stringValue())
        .isEqualTo("1d");
    assertThat(node.json(200, "PATCH", feature, "{\"ttl\":null}")).isEqualTo(created);
    node.json(201, "PUT", feature + "?version=v2", "");
    node.json(200, "PUT", feature + "?version=v2", "");
    JsonNode completed = node.json(200, "POST", feature + "/complete?version=v2", "");
    assertThat(completed.get("latest").stringValue()).isEqualTo("v2");
    assertThat(node.json(200, "GET", feature, "")).isEqualTo(completed);
    assertThat(node.json(200, "GET", "/v1/features", "").get("features")).contains(completed);
    node.problem(ProblemCode.CONFLICT, "DELETE", feature + "?version=v2", "");
    node.json(204, "DELETE", feature, "");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "DELETE", feature, "");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "GET", feature, "");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "GET", alice, "");
    node.problem(ProblemCode.BAD_REQUEST, "PUT", feature, "{\"type\":\"list\"}");
    node.problem(ProblemCode.UNKNOWN_FIELD, "PUT", feature, "{\"kind\":\"list\"}");
  }

  @Test
  void items_are_added_read_counted_and_removed() throws Exception {
    node.json(201, "PUT", feature, TEXTS);
    assertThat(add("a", 1, "b", 2, "a", 3).toString()).isEqualTo("{\"stored\":3,\"expired\":0}");
    JsonNode page = node.json(200, "GET", alice + "?limit=2", "");
    assertThat(page.get("items").toString())
        .isEqualTo(
            "[{\"value\":\"a\",\"time\":\"2015-09-12T00:00:03.000000001Z\"},"
                + "{\"value\":\"b\",\"time\":\"2015-09-12T00:00:02.000000001Z\"}]");
    String next = page.get("next").stringValue();
    assertThat(node.json(200, "GET", alice + "?limit=2&after=" + next, "").get("items")).hasSize(1);
    assertThat(node.json(200, "GET", alice + "?min_time=2015-09-12T00:00:02Z", "").get("items"))
        .hasSize(2);
    assertThat(node.json(200, "GET", alice + "/count", "").get("count").intValue()).isEqualTo(3);
    assertThat(
            node.json(200, "GET", alice + "/contains?value=b", "").get("contains").booleanValue())
        .isTrue();
    assertThat(node.json(200, "DELETE", alice + "?value=a", "").get("removed").intValue())
        .isEqualTo(2);
    assertThat(
            node.json(200, "GET", alice + "/contains?value=a", "").get("contains").booleanValue())
        .isFalse();
    add("c", 4, "d", 5);
    assertThat(node.json(200, "DELETE", alice + "?keep=1", "").get("removed").intValue())
        .isEqualTo(2);
    node.json(200, "DELETE", alice, "");
    assertThat(node.json(200, "GET", alice, "").get("items")).isEmpty();
    node.problem(ProblemCode.WRONG_TYPE, "POST", alice, items("7", 1));
    node.problem(ProblemCode.WRONG_TYPE, "POST", alice, items("null", 1));
    node.problem(ProblemCode.BAD_REQUEST, "DELETE", alice + "?keep=1&value=a", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", alice + "?limit=10001", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", alice + "?after=7", "");
  }

  @Test
  void items_are_found_and_removed_by_a_value_in_the_body() throws Exception {
    node.json(201, "PUT", feature, "{\"type\":\"list\",\"value_type\":\"json\"}");
    String longest = "\"" + "x".repeat((64 << 10) - 2) + "\"";
    for (String value : new String[] {longest, "null", "{\"b\":[1.50],\"a\":\"\"}"}) {
      node.json(200, "POST", alice, items(value, 1));
      String body = "{\"value\":" + value + "}";
      assertThat(node.json(200, "POST", alice + "/contains", body).toString())
          .isEqualTo("{\"contains\":true}");
      assertThat(node.json(200, "POST", alice + "/remove", body).toString())
          .isEqualTo("{\"removed\":1}");
      assertThat(node.json(200, "POST", alice + "/contains", body).toString())
          .isEqualTo("{\"contains\":false}");
      assertThat(node.json(200, "POST", alice + "/remove", body).toString())
          .isEqualTo("{\"removed\":0}");
    }
    node.problem(ProblemCode.BAD_REQUEST, "POST", alice + "/remove", "{}");
    node.problem(ProblemCode.UNKNOWN_FIELD, "POST", alice + "/remove", "{\"value\":1,\"keep\":2}");
    node.problem(
        ProblemCode.FEATURE_NOT_FOUND, "POST", alice + "/contains?version=v2", "{\"value\":1}");
  }

  @Test
  void lines_are_imported_and_many_lists_are_read_at_once() throws Exception {
    node.json(201, "PUT", feature, TEXTS);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      lines.append(
          "{\"entity\":\"user %d\",\"value\":\"v\",\"time\":\"2015-09-12T00:00:00Z\"}\n"
              .formatted(i % 100));
    }
    String list = "/v1/lists/user/" + name;
    assertThat(node.json(200, "POST", list, lines.toString(), LINES).toString())
        .isEqualTo("{\"stored\":200,\"expired\":0}");
    node.problem(ProblemCode.WRONG_TYPE, "POST", list, "{\"entity\":\"a\"", LINES);
    JsonNode lists =
        node.json(
                200,
                "POST",
                "/v1/lists:get",
                "{\"entity_type\":\"user\",\"feature\":\""
                    + name
                    + "\",\"entities\":[\"user 7\",\"nobody\"],\"limit\":10}")
            .get("lists");
    assertThat(lists.toString())
        .isEqualTo(
            "[{\"status\":\"ok\",\"entity\":\"user 7\",\"items\":[{\"value\":\"v\","
                + "\"time\":\"2015-09-12T00:00:00Z\"}]},"
                + "{\"status\":\"ok\",\"entity\":\"nobody\",\"items\":[]}]");
  }

  @Test
  void many_lists_are_read_on_each_from_its_own_place() throws Exception {
    node.json(201, "PUT", feature, TEXTS);
    add("a", 1, "b", 2);
    String query =
        "{\"entity_type\":\"user\",\"feature\":\"%s\",\"entities\":[\"alice\",\"bob\"],\"limit\":1%s}";
    JsonNode first = node.json(200, "POST", "/v1/lists:get", query.formatted(name, ""));
    JsonNode newest = first.get("lists").get(0);
    assertThat(newest.get("items").get(0).get("value").stringValue()).isEqualTo("b");
    String after = ",\"after\":{\"alice\":\"" + newest.get("next").stringValue() + "\"}";
    JsonNode second = node.json(200, "POST", "/v1/lists:get", query.formatted(name, after));
    assertThat(second.get("lists").get(0).get("items").get(0).get("value").stringValue())
        .isEqualTo("a");
    assertThat(second.get("lists").get(1).get("items")).isEmpty();
    for (String wrong : List.of(",\"after\":{\"eve\":\"x\"}", ",\"after\":{\"alice\":\"x\"}")) {
      node.problem(
          ProblemCode.OUT_OF_BOUNDS, "POST", "/v1/lists:get", query.formatted(name, wrong));
    }
  }

  @Test
  void the_entities_of_a_list_are_found_page_by_page() throws Exception {
    node.json(201, "PUT", feature, TEXTS);
    String list = "/v1/lists/user/" + name;
    for (String entity : List.of("entities", "alice", "bob", "%23%2F%C3%BC", "x".repeat(800))) {
      node.json(200, "POST", list + "/" + entity, items("\"a\"", 1));
    }
    Set<String> found = new TreeSet<>();
    String after = "";
    for (int page = 0; page < 5; page++) {
      JsonNode answer = node.json(200, "GET", list + "?limit=1" + after, "");
      assertThat(answer.get("entities")).hasSize(1);
      found.add(answer.get("entities").get(0).stringValue());
      after = "&after=" + answer.get("next").stringValue();
    }
    assertThat(found).containsExactly("#/ü", "alice", "bob", "entities", "x".repeat(800));
    assertThat(node.json(200, "GET", list, "").get("entities")).hasSize(5);
    assertThat(node.json(200, "GET", list + "/entities", "").get("items")).hasSize(1);
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", list + "?after=7", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", list + "?limit=10001", "");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "GET", list + "?version=none", "");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "GET", list + "none", "");
  }

  @Test
  void the_longest_names_fit_into_the_line_of_a_request() throws Exception {
    String longest = "%23".repeat(128);
    node.json(201, "PUT", "/v1/features/" + longest + "/" + longest, TEXTS);
    node.json(201, "PUT", "/v1/features/" + longest + "/" + longest + "?version=" + longest, "");
    String list = "/v1/lists/" + longest + "/" + longest;
    String line =
        "{\"entity\":\"%s\",\"value\":\"v\",\"time\":\"2015-09-12T00:00:00Z\"}\n"
            .formatted("ü".repeat(400));
    node.json(200, "POST", list + "?version=" + longest, line, LINES);
    JsonNode page = node.json(200, "GET", list + "?limit=1&version=" + longest, "");
    String next = page.get("next").stringValue();
    String rest = list + "?limit=10000&version=" + longest + "&after=" + next;
    assertThat(node.json(200, "GET", rest, "").get("entities")).isEmpty();
  }

  @Test
  void values_are_put_read_with_a_status_each_and_deleted() throws Exception {
    node.json(201, "PUT", feature, "{\"type\":\"scalar\",\"value_type\":\"integer\"}");
    String brief = name + "b";
    node.json(
        201,
        "PUT",
        "/v1/features/user/" + brief,
        "{\"type\":\"scalar\",\"value_type\":\"vector\",\"ttl\":\"1d\"}");
    String value = "/v1/values/user/" + name + "/alice";
    node.json(204, "PUT", value, "{\"value\":41,\"time\":\"2015-09-12T00:00:02Z\"}");
    node.json(204, "PUT", value, "{\"value\":40,\"time\":\"2015-09-12T00:00:01Z\"}");
    node.json(
        204,
        "PUT",
        "/v1/values/user/" + brief + "/alice",
        "{\"value\":[0.5],\"time\":\"2015-09-12T00:00:00Z\"}");
    node.json(204, "PUT", "/v1/values/user/" + brief + "/bob", "{\"value\":[0.5,1]}");
    String query =
        "{\"entity_type\":\"user\",\"features\":[\"%s\",\"%s\"],\"entities\":[\"alice\",\"bob\"]}"
            .formatted(name, brief);
    JsonNode entities = node.json(200, "POST", "/v1/values:get", query).get("entities");
    assertThat(entities.get(0).toString())
        .isEqualTo(
            "{\"entity\":\"alice\",\"features\":{\""
                + name
                + "\":{\"status\":\"present\",\"value\":41,\"time\":\"2015-09-12T00:00:02Z\"},\""
                + brief
                + "\":{\"status\":\"expired\",\"time\":\"2015-09-12T00:00:00Z\"}}}");
    assertThat(entities.get(1).get("features").get(name).toString())
        .isEqualTo("{\"status\":\"missing\"}");
    assertThat(entities.get(1).get("features").get(brief).get("value").toString())
        .isEqualTo("[0.5,1.0]");
    node.json(204, "DELETE", value + "?time=2015-09-12T00:00:01.999999999Z", "");
    node.json(204, "PUT", value, "{\"value\":9,\"time\":\"2015-09-12T00:00:02Z\"}");
    assertThat(node.json(200, "POST", "/v1/values:get", query).toString())
        .contains("{\"status\":\"present\",\"value\":9,\"time\":\"2015-09-12T00:00:02Z\"}");
    node.json(204, "DELETE", value + "?time=2015-09-12T00:00:02Z", "");
    assertThat(
            node.json(200, "POST", "/v1/values:get", query)
                .get("entities")
                .get(0)
                .get("features")
                .get(name)
                .get("status")
                .stringValue())
        .isEqualTo("missing");
    node.problem(ProblemCode.BAD_REQUEST, "GET", alice, "");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", value, "{\"value\":\"41\"}");
    node.problem(ProblemCode.WRONG_TYPE, "DELETE", value + "?time=yesterday", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "DELETE", value + "?time=1969-12-31T00:00:00Z", "");
    node.json(204, "PUT", value, "{\"value\":42}");
    node.json(204, "DELETE", value, "");
    assertThat(node.json(200, "POST", "/v1/values:get", query).toString())
        .doesNotContain("\"value\":42");
  }

  @Test
  void a_new_version_is_fed_anew_once_the_group_of_its_feed_is_sought() throws Exception {
    node.json(201, "PUT", feature, TEXTS);
    node.json(201, "PUT", "/v1/streams/" + name, "{\"shards\":1}");
    String feed = "/v1/feeds/" + name;
    String options =
        "{\"stream\":\"%s\",\"entity\":\"/user\",\"list\":\"%s\",\"value\":\"/page\"%%s}"
            .formatted(name, name);
    node.json(201, "PUT", feed, options.formatted(""));
    String event = "{\"user\":\"alice\",\"page\":\"Messina\"}";
    node.json(202, "POST", "/v1/streams/" + name + "/events", event);
    var _ = node.awaited(feed, now -> now.get("fed").intValue() == 1);
    node.json(201, "PUT", feature + "?version=v2", "");
    node.json(200, "PUT", feed, options.formatted(",\"version\":\"v2\""));
    String group = "/v1/streams/" + name + "/groups/features." + name + ".1";
    while (node.json(200, "GET", alice + "?version=v2", "").get("items").isEmpty()) {
      node.json(204, "POST", group + "/seek", "{\"to\":\"earliest\"}");
    }
    node.problem(ProblemCode.RESERVED, "POST", group + "/purge", "");
    node.problem(ProblemCode.RESERVED, "PUT", group, "{}");
    node.problem(ProblemCode.RESERVED, "DELETE", group, "");
  }

  @Test
  void a_stream_feeds_a_list() throws Exception {
    node.json(201, "PUT", feature, TEXTS);
    node.json(201, "PUT", "/v1/streams/" + name, "{\"shards\":1}");
    String feed = "/v1/feeds/" + name;
    String options =
        "{\"stream\":\"%s\",\"entity\":\"/user\",\"list\":\"%s\",\"value\":\"/page\",\"time\":\"/time\"}"
            .formatted(name, name);
    assertThat(node.json(201, "PUT", feed, options).get("entity_type").stringValue())
        .isEqualTo("user");
    assertThat(node.json(200, "PUT", feed, options).get("list").stringValue()).isEqualTo(name);
    node.json(
        202,
        "POST",
        "/v1/streams/" + name + "/events",
        "{\"user\":\"alice\",\"page\":\"Messina\",\"time\":\"2015-09-12T00:46:58.771Z\"}\n{}\n",
        LINES);
    var _ =
        node.awaited(
            feed, now -> now.get("fed").intValue() >= 1 && now.get("skipped").intValue() >= 1);
    assertThat(node.json(200, "GET", alice, "").get("items").toString())
        .isEqualTo("[{\"value\":\"Messina\",\"time\":\"2015-09-12T00:46:58.771Z\"}]");
    JsonNode done = node.awaited(feed, now -> now.path("lag").asInt(1) == 0);
    assertThat(done.has("oldest_unfed")).isFalse();
    String tag = "{feed=\"" + name + "\"} ";
    assertThat(node.send("GET", "/metrics", "").body())
        .contains("messina_features_fed_total" + tag + "1.0")
        .contains("messina_feed_lag_events" + tag + "0.0")
        .contains("messina_feed_lag_seconds" + tag + "0.0");
    String group = "/v1/streams/" + name + "/groups/features." + name + ".1";
    node.json(204, "POST", group + "/pause", "");
    node.json(202, "POST", "/v1/streams/" + name + "/events", "{}\n{}\n", LINES);
    JsonNode behind = node.json(200, "GET", feed, "");
    assertThat(behind.get("lag").intValue()).isEqualTo(2);
    assertThat(Instant.parse(behind.get("oldest_unfed").stringValue())).isBefore(Instant.now());
    assertThat(node.send("GET", "/metrics", "").body())
        .contains("messina_feed_lag_events" + tag + "2.0")
        .containsPattern("messina_feed_lag_seconds" + Pattern.quote(tag) + "[0-9.E-]+");
    assertThat(node.json(200, "GET", "/v1/feeds", "").get("feeds")).isNotEmpty();
    node.problem(ProblemCode.CONFLICT, "DELETE", feature, "");
    node.json(204, "DELETE", feed, "");
    node.problem(ProblemCode.FEATURE_NOT_FOUND, "GET", feed, "");
    String other = options.replace("stream\":\"" + name, "stream\":\"absent");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "PUT", feed, other);
    node.json(204, "DELETE", feature, "");
  }

  private JsonNode add(Object... valuesAndSeconds) throws Exception {
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < valuesAndSeconds.length; i += 2) {
      items
          .append(i == 0 ? "" : ",")
          .append(
              "{\"value\":\"%s\",\"time\":\"2015-09-12T00:00:0%s.000000001Z\"}"
                  .formatted(valuesAndSeconds[i], valuesAndSeconds[i + 1]));
    }
    return node.json(200, "POST", alice, "{\"items\":[" + items + "]}");
  }

  private static String items(String value, int second) {
    return "{\"items\":[{\"value\":%s,\"time\":\"2015-09-12T00:00:0%dZ\"}]}"
        .formatted(value, second);
  }
}
