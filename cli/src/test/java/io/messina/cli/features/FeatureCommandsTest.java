package io.messina.cli.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.CommandRun;
import io.messina.cli.TestServer;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FeatureCommandsTest {

  @TempDir private Path folder;
  @AutoClose private TestServer server;

  @BeforeEach
  void start() throws InterruptedException {
    server = TestServer.start(folder);
  }

  @Test
  void features_are_created_shown_listed_changed_and_deleted() {
    assertThat(server.said("feature list")).isEqualTo("There are no features.");
    assertThat(server.said("feature create user pages --type list --value-type text --unique"))
        .containsPattern("value type +text\\R")
        .containsPattern("ttl +forever\\R")
        .containsPattern("unique +yes\\R")
        .containsPattern("versions +\\(first\\)");
    assertThat(server.said("feature change user pages --ttl 30d"))
        .containsPattern("type +list\\R")
        .containsPattern("ttl +30d\\R");
    server.said("feature create user age --type scalar --value-type integer");
    assertThat(server.said("feature list"))
        .containsPattern("entity type +name +type +value type +ttl +unique +latest +versions")
        .containsPattern("user +pages +list +text +30d +yes");
    JsonNode shown = json("feature show user age --json");
    assertThat(shown.toString())
        .startsWith(
            "{\"entity_type\":\"user\",\"name\":\"age\",\"type\":\"scalar\","
                + "\"value_type\":\"integer\",\"ttl\":\"forever\",\"unique\":false,"
                + "\"latest\":\"\",\"versions\":[\"\"],\"tag\":\"");
    assertThat(server.said("feature delete user age"))
        .isEqualTo("The feature user/age is deleted.");
    assertThat(json("feature list --json").required("features")).hasSize(1);
    check(3, "user/age", "feature show user age");
  }

  @Test
  void what_was_changed_since_it_was_shown_is_left_alone_if_its_tag_is_given() {
    pages();
    String tag = json("feature show user pages --json").get("tag").stringValue();
    server.said("feature change user pages --ttl 30d --if-match", tag);
    for (String step : List.of("change", "complete", "delete")) {
      check(1, "tag: ", "feature", step, "user", "pages", "--if-match", tag);
    }
    server.said("feature create user pages --version v2 --if-absent");
    check(1, "tag: ", "feature create user pages --version v2 --if-absent");

    server.said("stream create edits --shards 1");
    String create =
        "feed create pages --stream edits --entity /user --list pages --value /page --if-absent";
    server.said(create);
    check(1, "tag: ", create);
    check(1, "tag: ", "feed delete pages --if-match", tag);
    check(2, "mutually exclusive", "stream create edits --if-absent --if-match", tag);
  }

  @Test
  void versions_have_contents_of_their_own_and_one_is_the_latest() {
    pages();
    server.said("feature create user pages --version v2");
    server.said("lists add user pages ada Loom --version v2");
    assertThat(server.said("lists count user pages ada")).isEqualTo("0");
    assertThat(server.said("lists count user pages ada --version latest")).isEqualTo("0");
    assertThat(server.said("feature complete user pages --version v2"))
        .containsPattern("latest +v2\\R")
        .containsPattern("versions +\\(first\\), v2");
    assertThat(server.said("lists count user pages ada --version latest")).isEqualTo("1");
    server.said("feature complete user pages");
    assertThat(json("feature delete user pages --version v2 --json"))
        .hasToString("{\"deleted\":\"pages\",\"entity_type\":\"user\",\"version\":\"v2\"}");
    check(3, "v2", "lists count user pages ada --version v2");
  }

  @Test
  void items_are_added_read_counted_and_removed() {
    pages();
    add("ada", "2015-09-12T01:00:00.000000001Z", "Loom", "Messina");
    add("ada", "2015-09-12T02:00:00Z", "Scylla");
    assertThat(server.said("lists get user pages ada --limit 1"))
        .isEqualToNormalizingNewlines(
            """
            entity  time                  value
            ada     2015-09-12T02:00:00Z  Scylla\
            """);
    assertThat(server.run("lists get user pages ada --limit 2").err())
        .hasLineCount(1)
        .startsWith("messina: more items than shown: ada (");
    assertThat(server.said("lists get user pages ada")).hasLineCount(4);
    assertThat(server.said("lists get user pages bob")).isEqualTo("There are no items.");
    String[] late = {"--since", "2015-09-12T01:30:00Z", "--before", "2015-09-12T02:00:00.1Z"};
    assertThat(server.said(with(late, "lists count user pages ada"))).isEqualTo("1");
    assertThat(json(with(late, "lists get user pages ada --json")))
        .hasToString(
            "{\"lists\":[{\"status\":\"ok\",\"entity\":\"ada\",\"items\":"
                + "[{\"value\":\"Scylla\",\"time\":\"2015-09-12T02:00:00Z\"}]}]}");
    assertThat(server.said("lists contains user pages ada Loom")).isEqualTo("yes");
    assertThat(server.said("lists remove user pages ada --value Loom"))
        .isEqualTo("1 item is removed.");
    assertThat(json("lists contains user pages ada Loom --json"))
        .hasToString("{\"contains\":false}");
    assertThat(json("lists remove user pages ada --keep 1 --json")).hasToString("{\"removed\":1}");
    assertThat(json("lists count user pages ada --json")).hasToString("{\"count\":1}");
    assertThat(server.said("lists remove user pages ada --all"))
        .isEqualTo("All items are removed.");
    assertThat(server.said("lists count user pages ada")).isEqualTo("0");
  }

  @Test
  void lists_of_several_entities_come_in_one_call_whatever_these_are_called() {
    pages();
    add("a/b #1 ~ä", "2015-09-12T01:00:00Z", "two\nlines");
    add("--", "2015-09-12T01:00:00Z", "dashes");
    JsonNode lists =
        json("lists get user pages --json -- --", "a/b #1 ~ä", "nobody").required("lists");
    assertThat(lists)
        .extracting(list -> list.required("entity").stringValue())
        .containsExactly("--", "a/b #1 ~ä", "nobody");
    assertThat(lists).extracting(list -> list.required("items").size()).containsExactly(1, 1, 0);
    assertThat(server.said("lists get user pages", "a/b #1 ~ä")).endsWith("  \"two\\nlines\"");
  }

  @Test
  void what_is_over_on_arrival_is_told() {
    server.said("feature create user pages --type list --value-type text --ttl 1h");
    assertThat(server.said("lists add user pages ada x --time 2015-09-12T01:00:00Z"))
        .isEqualTo("0 items are stored, 1 were over already.");
    assertThat(json("lists add user pages ada x --json"))
        .hasToString("{\"stored\":1,\"expired\":0}");
  }

  @Test
  void values_are_typed_as_the_feature_wants_them() {
    for (String[] each :
        new String[][] {
          {"text", "36"},
          {"integer", "-36"},
          {"double", "1.5"},
          {"boolean", "true"},
          {"vector", "[1,2.5]"},
          {"json", "{\"a\":[null]}"},
          {"bytes", "AAEC"}
        }) {
      String type = each[0];
      server.said("feature create user", type, "--type", "list", "--value-type", type);
      server.said("lists add user", type, "--", "ada", each[1]);
      assertThat(server.said("lists contains user", type, "--", "ada", each[1]))
          .as(type)
          .isEqualTo("yes");
      assertThat(server.said("lists remove user", type, "ada", "--value=" + each[1]))
          .isEqualTo("1 item is removed.");
    }
    check(2, "value: ", "lists add user integer ada many");
    check(1, "value: ", "lists add user integer ada", "\"many\"");
  }

  @Test
  void scalars_are_put_read_and_deleted() {
    server.said("feature create user age --type scalar --value-type integer");
    server.said("feature create user city --type scalar --value-type text --ttl 1h");
    String time = "2015-09-12T01:00:00Z";
    assertThat(server.said("values put user age ada 36 --time", time))
        .isEqualTo("The value of ada is put, unless a newer one than of " + time + " is there.");
    server.said("values put user city ada Messina --time", time);
    assertThat(server.said("values get user age ada bob --with city"))
        .isEqualToNormalizingNewlines(
            """
            entity  feature  status   value  time
            ada     age      present  36     2015-09-12T01:00:00Z
            ada     city     expired  -      2015-09-12T01:00:00Z
            bob     age      missing  -      -
            bob     city     missing  -      -\
            """);
    assertThat(json("values get user age ada --json"))
        .hasToString(
            "{\"entities\":[{\"entity\":\"ada\",\"features\":{\"age\":{\"status\":\"present\","
                + "\"value\":36,\"time\":\"2015-09-12T01:00:00Z\"}}}]}");
    String earlier = "2015-09-12T00:59:59Z";
    assertThat(server.said("values delete user age ada --time", earlier))
        .isEqualTo(
            "ada has no value of age any more, unless a newer one than of "
                + earlier
                + " is there.");
    assertThat(server.said("values get user age ada")).contains("present");
    server.said("values delete user age ada --time", time);
    assertThat(server.said("values get user age ada")).contains("missing");
    server.said("values put user age ada 37");
    assertThat(server.said("values get user age ada")).contains("37");
    assertThat(server.said("values delete user age ada"))
        .isEqualTo("ada has no value of age any more.");
    assertThat(server.said("values get user age ada")).contains("missing");
  }

  @Test
  void a_feed_fills_lists_and_tells_what_it_did() {
    pages();
    server.said("stream create edits --shards 2");
    String[] create = {"--stream", "edits", "--entity", "/user", "--value", "/page"};
    assertThat(server.said(with(create, "feed create f --list pages")))
        .containsPattern("entity type +user\\R")
        .containsPattern("list +pages\\R");
    append("{\"user\":\"ada\",\"page\":\"Loom\"}", "{\"user\":\"ada\"}");
    JsonNode done =
        JsonMapper.shared()
            .readTree(
                server.awaitSaid(
                    said -> said.contains("\"fed\" : 1") && said.contains("\"skipped\" : 1"),
                    "feed show f --json"));
    assertThat(done.propertyNames())
        .containsExactly(
            ("name generation stream entity_type list scalar version entity value time "
                    + "tag running trouble lag oldest_unfed fed expired skipped passed last_skip")
                .split(" "));
    assertThat(server.said("lists get user pages ada")).endsWith("Loom");
    assertThat(server.said("feed list")).containsPattern("f +1 +edits +user +pages");
    check(1, "feed", "feature delete user pages");
    assertThat(server.said("feed delete f")).isEqualTo("The feed f is deleted.");
    check(3, "f", "feed show f");
  }

  @Test
  void wrong_calls_are_told_in_one_sentence() {
    pages();
    check(2, "'--type': map (expected: list or scalar)", "feature create user x --type map");
    check(2, "--version", "feature create user pages --version v --unique");
    check(2, "type: absent (expected: list or scalar)", "feature create user new");
    check(3, "user/new", "feature change user new --ttl 1d");
    check(2, "'messina feature show --help'", "feature show", "", "pages");
    check(2, "'--ttl': 30 days (expected: ", "feature create user pages --ttl", "30 days");
    check(2, "entity type", "feature show", "", "pages");
    check(2, "limit: 0 (expected: ", "lists get user pages ada --limit 0");
    check(2, "noon (expected: ", "lists get user pages ada --since noon");
    check(2, "--value", "lists remove user pages ada");
    check(2, "--keep", "lists remove user pages ada --all --keep 1");
    check(2, "feed: ", "feed show No!");
    check(3, "user/nothing", "lists get user nothing ada");
    String[] many = IntStream.range(0, 101).mapToObj(n -> "e" + n).toArray(String[]::new);
    check(1, "entities: ", with(many, "lists get user pages"));
  }

  private void pages() {
    server.said("feature create user pages --type list --value-type text");
  }

  private void add(String entity, String time, String... values) {
    server.said(with(values, "lists add user pages --time", time, "--", entity));
  }

  private void append(String... payloads) {
    for (String payload : payloads) {
      var _ = server.client().stream("edits").append(NewEvent.of(Payload.json(payload)));
    }
  }

  private void check(int exitCode, String sentence, String... command) {
    CommandRun run = server.run(command);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: ").contains(sentence);
  }

  private static String[] with(String[] more, String... command) {
    return Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new);
  }

  private JsonNode json(String... arguments) {
    return JsonMapper.shared().readTree(server.said(arguments));
  }
}
