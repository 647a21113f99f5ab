package io.messina.server.aggregates;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
class AggregatesTest {

  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  private String name;
  private String stream;
  private String aggregate;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
  }

  @BeforeEach
  void name() throws Exception {
    name = "a" + NUMBERS.incrementAndGet();
    stream = "/v1/streams/" + name;
    aggregate = "/v1/aggregates/" + name;
    node.json(201, "PUT", stream, "{\"shards\":2,\"key\":\"/flag\",\"time\":\"/at\"}");
  }

  private String options(String rest) {
    return "{\"stream\":\"%s\",\"window\":\"1h\",\"group_by\":[\"/flag\"],%s}"
        .formatted(name, rest);
  }

  private void append(String... lines) throws Exception {
    node.json(202, "POST", stream + "/events", String.join("\n", lines) + "\n", LINES);
  }

  private static String seen(String flag, String user, String time) {
    return "{\"flag\":\"%s\",\"user\":\"%s\",\"at\":\"2026-03-01T%s:00Z\"}"
        .formatted(flag, user, time);
  }

  private JsonNode awaitAdded(int events) throws Exception {
    return awaited(report -> report.required("added").intValue() >= events);
  }

  private JsonNode awaited(Predicate<JsonNode> reached) throws Exception {
    return node.awaited(aggregate, reached);
  }

  private List<String> rows(String query) throws Exception {
    return node.json(200, "GET", aggregate + "/rows" + query, "")
        .required("rows")
        .valueStream()
        .map(AggregatesTest::shown)
        .toList();
  }

  private static String shown(JsonNode row) {
    return "%s %s %s"
        .formatted(
            row.required("window_start").stringValue().substring(11, 13),
            row.required("key").stringValue(),
            row.required("value"));
  }

  @Test
  void different_users_are_counted_by_flag_and_hour() throws Exception {
    append(
        seen("dark", "ada", "10:01"), seen("dark", "bob", "10:59"), seen("beta", "ada", "10:02"));
    JsonNode created =
        node.json(201, "PUT", aggregate, options("\"kind\":\"unique\",\"of\":\"/user\""));
    assertThat(created.required("generation").intValue()).isEqualTo(1);
    append(
        seen("dark", "ada", "10:30"),
        seen("dark", "ada", "11:00"),
        "{\"flag\":\"dark\",\"at\":\"2026-03-01T10:00:00Z\"}");
    JsonNode report =
        awaited(
            it -> it.required("added").intValue() == 5 && it.required("skipped").intValue() == 1);
    assertThat(report.required("running").booleanValue()).isTrue();
    assertThat(rows("")).containsExactly("10 beta 1", "10 dark 2", "11 dark 1");
    assertThat(rows("?key=dark")).containsExactly("10 dark 2", "11 dark 1");
    assertThat(rows("?from=2026-03-01T11:00:00Z")).containsExactly("11 dark 1");
    assertThat(rows("?to=2026-03-01T11:00:00Z")).hasSize(2);
    JsonNode page =
        node.awaited(aggregate + "/rows?limit=2", it -> it.required("missing").isEmpty());
    assertThat(page.required("rows")).hasSize(2);
    assertThat(page.required("positions")).hasSize(2);
    assertThat(rows("?after=" + page.required("next").stringValue())).containsExactly("11 dark 1");
    assertThat(node.send("GET", "/metrics", "").body())
        .contains("messina_aggregate_added_total{aggregate=\"" + name + "\"");
  }

  @Test
  void a_key_that_an_exact_aggregate_rests_on_stays() throws Exception {
    node.json(201, "PUT", aggregate, options("\"kind\":\"unique\",\"of\":\"/user\""));
    String sentence =
        "key: /user (expected: /flag, as it says where the members of the exact aggregate "
            + name
            + " are counted; give that one \"rekey\": true first, or delete it)";
    for (String verb : List.of("PATCH", "PUT")) {
      assertThat(
              node.json(409, verb, stream, "{\"key\":\"/user\"}").required("detail").stringValue())
          .isEqualTo(sentence);
    }
    assertThat(node.json(409, "PATCH", stream, "{\"key\":null}").required("detail").stringValue())
        .startsWith("key: none (expected: /flag");
    node.json(200, "PATCH", stream, "{\"retention\":\"8d\",\"key\":\"/flag\"}");
    assertThat(node.send("DELETE", stream, "").statusCode()).isEqualTo(204);
    assertThat(node.json(409, "PUT", stream, "{\"key\":\"/at\"}").required("detail").stringValue())
        .startsWith("key: /at (expected: one of its fields, as it says");
    node.json(201, "PUT", stream, "{\"shards\":2,\"key\":\"/user\"}");
    node.json(
        200, "PUT", aggregate, options("\"kind\":\"unique\",\"of\":\"/user\",\"rekey\":true"));
    node.json(200, "PATCH", stream, "{\"key\":\"/at\"}");
  }

  @Test
  void groups_are_told_apart_and_windows_before_1970_are_shown() throws Exception {
    node.json(
        201,
        "PUT",
        aggregate,
        options("\"kind\":\"count\",\"retention\":\"36500d\"").replace("/flag", "/v"));
    for (String value : List.of("1", "1.0", "\"1\"", "\"a\\ud83d\"", "\"a\\ude00\"")) {
      append("{\"v\":%s,\"at\":\"1960-05-22T00:00:00Z\"}".formatted(value));
    }
    awaitAdded(5);
    assertThat(values("")).containsExactlyInAnyOrder(1, 1, 1, 2);
    assertThat(values("?key=1")).containsExactly(2);
    assertThat(values("?key=%221%22")).containsExactly(1);
    assertThat(values("?key=%22a%5CuDE00%22")).containsExactly(1);
    assertThat(values("?from=1970-01-01T00:00:00Z")).isEmpty();
    assertThat(
            node.json(200, "GET", aggregate + "/rows?key=%22a%5CuDE00%22", "")
                .at("/rows/0/key")
                .stringValue())
        .isEqualTo("a\ude00");
  }

  private List<Integer> values(String query) throws Exception {
    return node.json(200, "GET", aggregate + "/rows" + query, "")
        .required("rows")
        .valueStream()
        .map(row -> row.required("value").intValue())
        .toList();
  }

  @Test
  void rows_come_as_tables_which_say_where_the_next_page_begins() throws Exception {
    node.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
    append(seen("a,b", "ada", "10:01"), seen("say \\\"hi\\\"", "ada", "10:02"));
    awaitAdded(2);
    assertThat(node.send("GET", aggregate + "/rows", "", "Accept: text/csv").body())
        .isEqualTo(
            """
            key,window_start,window_end,value,closed,incomplete
            "a,b",2026-03-01T10:00:00Z,2026-03-01T11:00:00Z,1,false,false
            "say ""hi""\",2026-03-01T10:00:00Z,2026-03-01T11:00:00Z,1,false,false
            """
                .replace("\n", "\r\n"));
    HttpResponse<String> first =
        node.send("GET", aggregate + "/rows?limit=1", "", "Accept: application/x-ndjson");
    assertThat(first.body().lines()).hasSize(1).allMatch(line -> line.contains("\"a,b\""));
    String next = first.headers().firstValue("messina-next").orElseThrow();
    HttpResponse<String> second =
        node.send(
            "GET", aggregate + "/rows?limit=1&after=" + next, "", "Accept: application/x-ndjson");
    assertThat(second.body()).contains("say");
    assertThat(second.headers().firstValue("messina-next")).isEmpty();
  }

  @Test
  void tables_tell_of_shards_that_cannot_be_read() throws Exception {
    append(seen("dark", "ada", "10:01"), seen("beta", "ada", "10:02"));
    node.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
    awaitAdded(2);
    var _ = node.awaited(aggregate + "/rows", rows -> rows.path("missing").isEmpty());
    for (String type : List.of("text/csv", "application/x-ndjson")) {
      assertThat(table(type).headers().firstValue("Messina-Missing")).isEmpty();
    }
    blockSecondState();
    node.json(200, "PUT", aggregate, options("\"kind\":\"max\",\"of\":\"/user\""));
    awaited(report -> report.path("trouble").asString("").contains("shard 0"));
    var _ =
        node.awaited(aggregate + "/rows", rows -> rows.get("missing").size() == 1); // 1 is opened
    for (String type : List.of("text/csv", "application/x-ndjson")) {
      assertThat(table(type).headers().firstValue("Messina-Missing")).contains("0");
    }
  }

  private HttpResponse<String> table(String type) throws Exception {
    return node.send("GET", aggregate + "/rows", "", "Accept: " + type);
  }

  /** Of shard 0, which no folder can be made for. */
  private void blockSecondState() throws IOException {
    String of = stream.substring(stream.lastIndexOf('/') + 1);
    Path shards = folder.resolve("data/aggregates/%s.2~1/%s~1".formatted(name, of));
    Files.createDirectories(shards);
    Files.writeString(shards.resolve("0"), "no folder");
  }

  @Test
  void a_sketch_counts_members_of_all_shards_once() throws Exception {
    node.json(
        201,
        "PUT",
        aggregate,
        "{\"stream\":\"%s\",\"kind\":\"approx_unique\",\"of\":\"/user\",\"window\":\"1h\"}"
            .formatted(name));
    append(
        IntStream.range(0, 3_000)
            .mapToObj(i -> seen("flag" + i % 7, "user" + i % 1_000, "10:00"))
            .toArray(String[]::new));
    awaitAdded(3_000);
    JsonNode row = node.json(200, "GET", aggregate + "/rows?sketch=true", "").required("rows");
    assertThat(row).hasSize(1);
    assertThat(row.required(0).required("value").intValue()).isBetween(940, 1_060);
    assertThat(row.required(0).required("sketch").stringValue()).isNotEmpty();
  }

  @Test
  void members_that_are_on_several_shards_are_counted_once() throws Exception {
    String spread = stream + "-spread";
    node.json(201, "PUT", spread, "{\"shards\":4,\"time\":\"/at\"}");
    String unique =
        "{\"stream\":\"%s-spread\",\"kind\":\"unique\",\"of\":\"/user\",\"group_by\":[\"/flag\"],\"window\":\"1h\"}"
            .formatted(name);
    appendTo(spread, 0);
    JsonNode created = node.json(201, "PUT", aggregate, unique);
    assertThat(created.required("rekey").booleanValue()).isTrue();
    appendTo(spread, 1);
    awaited(it -> it.required("added").intValue() == 160 && it.required("lag").intValue() == 0);
    assertThat(rows("")).containsExactly("10 a 15", "10 b 15");
    JsonNode page =
        node.awaited(
            aggregate + "/rows",
            it -> it.has("complete_to") && it.required("positions").size() == 4);
    assertThat(page.required("complete_to").stringValue()).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(node.json(200, "PUT", aggregate, unique).required("tag"))
        .isEqualTo(created.required("tag"));
    node.problem(
        ProblemCode.BAD_REQUEST, "PUT", aggregate, options("\"kind\":\"count\",\"rekey\":true"));
    String members = "/v1/streams/aggregate." + name + ".1.members.1";
    assertThat(node.json(200, "GET", members, "").required("shards").intValue()).isEqualTo(4);
    node.json(204, "DELETE", aggregate, "");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "GET", members, "");
  }

  /** Each of ten users of two flags four times, so that somebody is on all shards. */
  private static void appendTo(String spread, int round) throws Exception {
    for (int i = 0; i < 4; i++) {
      String lines =
          IntStream.range(0, 20)
              .mapToObj(
                  j -> seen(j % 2 == 0 ? "a" : "b", "user" + (j / 2 + round * 5), "10:00") + "\n")
              .reduce("", String::concat);
      node.json(202, "POST", spread + "/events", lines, LINES);
    }
  }

  @Test
  void other_options_begin_at_the_oldest_event_again_and_a_deleted_one_is_gone() throws Exception {
    append(seen("dark", "ada", "10:01"), seen("dark", "ada", "10:02"));
    JsonNode first = node.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
    awaitAdded(2);
    assertThat(node.json(200, "PUT", aggregate, options("\"kind\":\"count\"")).required("tag"))
        .isEqualTo(first.required("tag"));
    String unique = options("\"kind\":\"unique\",\"of\":\"/user\"");
    JsonNode changed = node.json(200, "PUT", aggregate, unique);
    assertThat(changed.required("generation").intValue()).isEqualTo(2);
    awaited(
        it -> it.required("added").intValue() == 2 && it.required("generation").intValue() == 2);
    assertThat(rows("")).containsExactly("10 dark 1");
    node.problem(
        ProblemCode.PRECONDITION_FAILED,
        "PUT",
        aggregate,
        unique,
        "If-Match: \"" + first.required("tag").stringValue() + "\"");
    node.json(204, "DELETE", aggregate, "");
    node.problem(ProblemCode.AGGREGATE_NOT_FOUND, "GET", aggregate + "/rows", "");
    node.problem(ProblemCode.AGGREGATE_NOT_FOUND, "DELETE", aggregate, "");
    assertThat(node.json(200, "GET", stream + "/groups", "").required("groups")).isEmpty();
  }

  @Test
  void events_without_a_member_are_dead_letters_where_they_are_wanted() throws Exception {
    String dead = stream + "-dead";
    node.json(201, "PUT", dead, "{\"shards\":1}");
    node.json(
        201,
        "PUT",
        aggregate,
        options("\"kind\":\"sum\",\"of\":\"/n\",\"dead_letters\":\"" + name + "-dead\""));
    append(
        "{\"flag\":\"a\",\"n\":1.5}",
        "{\"flag\":\"a\",\"n\":\"many\"}",
        "{\"flag\":\"a\",\"n\":2}");
    awaited(it -> it.required("skipped").intValue() == 1 && it.required("added").intValue() == 2);
    JsonNode letters = node.json(200, "GET", dead + "/events?shard=0&from=earliest&wait=5s", "");
    assertThat(letters.required("events")).hasSize(1);
    assertThat(
            letters.required("events").required(0).required("payload").required("n").stringValue())
        .isEqualTo("many");
  }

  @Test
  void whoever_watches_sees_rows_as_they_change() throws Exception {
    node.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
    HttpResponse<InputStream> watched =
        node.client()
            .send(
                node.request("GET", aggregate + "/rows", "", "Accept: text/event-stream"),
                HttpResponse.BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(watched.body(), StandardCharsets.UTF_8))) {
      append(seen("dark", "ada", "10:01"));
      assertThat(nextData(lines)).contains("\"key\":\"dark\"").contains("\"value\":1,");
      append(seen("dark", "bob", "10:02"));
      assertThat(nextData(lines)).contains("\"value\":2,");
    }
  }

  private static String nextData(BufferedReader lines) throws Exception {
    String line = lines.readLine();
    while (line != null && !line.startsWith("data:")) {
      line = lines.readLine();
    }
    assertThat(line).isNotNull();
    return String.valueOf(line);
  }

  @Test
  void after_a_restart_it_goes_on_where_it_was(@TempDir Path other) throws Exception {
    String[] flags = {"--durability", "os"};
    try (RunningNode first = RunningNode.in(other, flags)) {
      first.json(201, "PUT", stream, "{\"shards\":2,\"key\":\"/flag\",\"time\":\"/at\"}");
      first.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
      first.json(202, "POST", stream + "/events", seen("dark", "ada", "10:01") + "\n", LINES);
    }
    try (RunningNode second = RunningNode.in(other, flags).patient()) {
      second.json(202, "POST", stream + "/events", seen("dark", "bob", "10:02") + "\n", LINES);
      JsonNode rows =
          second
              .awaited(
                  aggregate + "/rows",
                  page -> page.required("rows").path(0).path("value").asInt(0) >= 2)
              .required("rows");
      assertThat(rows).hasSize(1);
      assertThat(rows.required(0).required("value").intValue()).isEqualTo(2);
    }
  }

  @Test
  void what_is_wrong_is_told_and_changes_nothing() throws Exception {
    node.problem(
        ProblemCode.STREAM_NOT_FOUND,
        "PUT",
        aggregate,
        "{\"stream\":\"absent\",\"kind\":\"count\",\"window\":\"1h\"}");
    node.problem(ProblemCode.BAD_REQUEST, "PUT", aggregate, options("\"kind\":\"sum\""));
    node.problem(ProblemCode.BAD_NAME, "GET", "/v1/aggregates/Users", "");
    node.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", aggregate + "/rows?limit=10001", "");
    assertThat(node.send("GET", aggregate + "/rows?from=noon", "").statusCode()).isEqualTo(400);
    assertThat(node.send("GET", aggregate + "/rows?after=x", "").statusCode()).isEqualTo(400);
  }

  @Test
  void dead_letters_go_neither_round_nor_to_what_is_the_servers() throws Exception {
    for (String other : List.of("-b", "-c")) {
      node.json(201, "PUT", stream + other, "{\"shards\":1}");
    }
    assertThat(refused(400, name, name))
        .isEqualTo(
            "dead_letters: %1$s (expected: a stream that does not lead back to %1$s, or they would go round for ever)"
                .formatted(name));
    node.json(201, "PUT", aggregate, sum(name, name + "-b"));
    node.json(201, "PUT", aggregate + "-b", sum(name + "-b", name + "-c"));
    node.problem(ProblemCode.BAD_REQUEST, "PUT", aggregate + "-c", sum(name + "-c", name));
    node.problem(
        ProblemCode.RESERVED, "PUT", aggregate + "-d", sum(name, "aggregate.a.1.members.1"));
  }

  private String refused(int status, String from, String to) throws Exception {
    return node.json(status, "PUT", aggregate, sum(from, to)).required("detail").stringValue();
  }

  private static String sum(String from, String deadLetters) {
    return "{\"stream\":\"%s\",\"kind\":\"sum\",\"of\":\"/v\",\"window\":\"1h\",\"dead_letters\":\"%s\"}"
        .formatted(from, deadLetters);
  }

  @Test
  void null_is_a_value_that_a_condition_may_ask_for() throws Exception {
    append(
        "{\"flag\":\"a\",\"v\":null}",
        "{\"flag\":\"a\",\"v\":1}",
        "{\"flag\":\"a\",\"v\":{\"b\":1}}",
        "{\"flag\":\"a\"}");
    String where = "\"kind\":\"count\",\"where\":[{\"field\":\"/v\"%s}]";
    JsonNode made = node.json(201, "PUT", aggregate, options(where.formatted(",\"equals\":null")));
    assertThat(made.required("where").toString()).isEqualTo("[{\"field\":\"/v\",\"equals\":null}]");
    awaited(it -> it.required("added").intValue() + it.required("skipped").intValue() == 4);
    assertThat(values("")).containsExactly(1);
    node.json(200, "PUT", aggregate, options(where.formatted("")));
    awaited(
        it ->
            it.required("generation").intValue() == 2
                && it.required("added").intValue() + it.required("skipped").intValue() == 4);
    assertThat(values("")).containsExactly(2);
  }

  @Test
  void sums_of_doubles_are_exact_and_what_does_not_fit_says_why() throws Exception {
    append(
        "{\"flag\":\"a\",\"v\":1e308,\"at\":\"2026-03-01T10:00:00Z\"}",
        "{\"flag\":\"a\",\"v\":5e-324,\"at\":\"2026-03-01T10:00:00Z\"}",
        "{\"flag\":\"a\",\"v\":1e400,\"at\":\"2026-03-01T10:00:00Z\"}");
    node.json(201, "PUT", aggregate, options("\"kind\":\"sum\",\"of\":\"/v\""));
    JsonNode report = awaited(it -> it.required("skipped").intValue() == 1);
    assertThat(report.required("skipped_last").stringValue())
        .endsWith("/v: expected a number of at most 400 digits before the point and 400 behind it");
    String text = node.send("GET", aggregate + "/rows", "").body();
    assertThat(text).contains("\"value\":1" + "0".repeat(308) + "." + "0".repeat(323) + "5,");
  }

  @Test
  void a_default_may_be_stated() throws Exception {
    node.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
    JsonNode same =
        node.json(
            200,
            "PUT",
            aggregate,
            options("\"kind\":\"count\",\"slide\":\"60m\",\"max_ahead\":\"1d\""));
    assertThat(same.required("generation").intValue()).isEqualTo(1);
  }

  @Test
  void the_group_of_the_empty_text_is_named_by_nothing() throws Exception {
    String other = "/v1/streams/" + name + "-free";
    node.json(201, "PUT", other, "{\"shards\":1,\"time\":\"/at\"}");
    String lines = seen("", "ada", "10:01") + "\n" + seen("a", "ada", "10:01") + "\n";
    node.json(202, "POST", other + "/events", lines, LINES);
    node.json(201, "PUT", aggregate, options("\"kind\":\"count\"").replace(name, name + "-free"));
    awaitAdded(2);
    assertThat(rows("?key=")).containsExactly("10  1");
  }

  @Test
  void rows_of_a_stream_that_is_gone_are_not_promised_for_later() throws Exception {
    node.json(201, "PUT", aggregate, options("\"kind\":\"count\""));
    assertThat(node.send("DELETE", stream, "").statusCode()).isEqualTo(204);
    awaited(report -> !report.required("running").booleanValue());
    node.problem(ProblemCode.STREAM_NOT_FOUND, "GET", aggregate + "/rows", "");
  }

  @Test
  void what_is_no_json_pointer_is_refused() throws Exception {
    for (String pointer : List.of("/a~2", "/~")) {
      node.problem(
          ProblemCode.OUT_OF_BOUNDS,
          "PUT",
          aggregate,
          options("\"kind\":\"max\",\"of\":\"%s\"".formatted(pointer)));
    }
  }
}
