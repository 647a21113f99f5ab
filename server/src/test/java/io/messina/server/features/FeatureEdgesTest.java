package io.messina.server.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What requests about features are answered at the edges. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class FeatureEdgesTest {

  private static final String PAGES = "/v1/features/user/pages";
  private static final String ALICE = "/v1/lists/user/pages/alice";
  private static final String AGE = "/v1/values/user/age/alice";
  private static final String ITEMS =
      "{\"items\":[{\"value\":\"a\",\"time\":\"2015-09-12T00:00:01Z\"},"
          + "{\"value\":\"b\",\"time\":\"2015-09-12T00:00:01Z\"},"
          + "{\"value\":\"a\",\"time\":\"2015-09-12T00:00:03Z\"}]}";

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
    node.json(201, "PUT", PAGES, "{\"type\":\"list\",\"value_type\":\"text\"}");
    node.json(
        201, "PUT", "/v1/features/user/age", "{\"type\":\"scalar\",\"value_type\":\"integer\"}");
    node.json(200, "POST", ALICE, ITEMS);
  }

  @Test
  void a_write_that_the_store_does_not_answer_is_not_said_to_be_undone() throws Exception {
    node.store().loseAnswers(RunningNode.writes(partition -> partition.values().contains("bob")));
    String bob = ALICE.replace("alice", "bob");
    String age = AGE.replace("alice", "bob");
    node.problem(ProblemCode.UNKNOWN_OUTCOME, "POST", bob, ITEMS);
    node.problem(ProblemCode.UNKNOWN_OUTCOME, "DELETE", bob + "?value=b", "");
    node.problem(ProblemCode.UNKNOWN_OUTCOME, "POST", bob + "/remove", "{\"value\":\"a\"}");
    node.problem(ProblemCode.UNKNOWN_OUTCOME, "DELETE", bob, "");
    node.problem(ProblemCode.UNKNOWN_OUTCOME, "PUT", age, "{\"value\":1}");
    node.problem(ProblemCode.UNKNOWN_OUTCOME, "DELETE", age, "");
    node.store().mend();
  }

  @Test
  void a_deletion_with_a_body_is_refused_and_removes_nothing() throws Exception {
    String carol = ALICE.replace("alice", "carol");
    String age = AGE.replace("alice", "carol");
    String feed = "/v1/feeds/kept";
    node.json(200, "POST", carol, ITEMS);
    node.json(204, "PUT", age, "{\"value\":1}");
    node.json(201, "PUT", "/v1/streams/kept", "{\"shards\":1}");
    String fed = "{\"stream\":\"kept\",\"entity\":\"/user\",\"scalar\":\"age\",\"value\":\"/age\"}";
    node.json(201, "PUT", feed, fed);
    node.json(201, "PUT", PAGES + "?version=kept", "");
    String value = "{\"value\":\"b\"}";
    for (String path :
        List.of(carol, carol + "?value=a", carol + "?keep=1", age, feed, PAGES + "?version=kept")) {
      node.problem(ProblemCode.UNKNOWN_FIELD, "DELETE", path, value);
      node.problem(ProblemCode.WRONG_TYPE, "DELETE", path, "[]");
      node.problem(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "DELETE",
          path,
          "value=b",
          "Content-Type: text/plain");
    }
    JsonNode unknown = node.problem(ProblemCode.UNKNOWN_FIELD, "DELETE", PAGES, value);
    assertThat(unknown.get("detail").stringValue()).isEqualTo("value (expected: none)");
    assertThat(node.json(200, "GET", carol, "").get("items")).hasSize(3);
    assertThat(node.json(200, "POST", "/v1/values:get", ageOf("carol")).toString())
        .contains("\"present\"");
    assertThat(node.json(200, "GET", feed, "").get("scalar").stringValue()).isEqualTo("age");
    assertThat(node.json(200, "GET", PAGES, "").get("versions").toString()).contains("kept");
    node.json(204, "DELETE", feed, "{}");
    node.json(200, "DELETE", carol, "");
    assertThat(node.json(200, "GET", carol, "").get("items")).isEmpty();
  }

  @Test
  void the_next_page_is_asked_for_by_what_the_answer_says_as_it_is() throws Exception {
    String query = ALICE + "?limit=1";
    JsonNode page = node.json(200, "GET", query, "");
    Set<String> older = new TreeSet<>();
    for (int i = 0; i < 2; i++) {
      page = node.json(200, "GET", query + "&after=" + page.get("next").stringValue(), "");
      older.add(page.get("items").get(0).get("value").stringValue());
    }
    assertThat(older).containsExactly("a", "b");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", query + "&after=1442016001000000000%23a", "");
  }

  @Test
  void times_count_also_where_a_value_is_looked_for() throws Exception {
    String second = "2015-09-12T00:00:02Z";
    String has = ALICE + "/contains?value=b";
    assertThat(node.json(200, "GET", has, "").toString()).isEqualTo("{\"contains\":true}");
    assertThat(node.json(200, "GET", has + "&min_time=" + second, "").toString())
        .isEqualTo("{\"contains\":false}");
    assertThat(node.json(200, "GET", has + "&max_time=" + second, "").toString())
        .isEqualTo("{\"contains\":true}");
    node.problem(ProblemCode.WRONG_TYPE, "GET", has + "&min_time=nonsense", "");
    node.problem(ProblemCode.BAD_REQUEST, "GET", ALICE + "/contains", "");
    node.problem(ProblemCode.UNKNOWN_PARAMETER, "GET", ALICE + "/count?value=b", "");
    String body = "{\"value\":\"b\",\"%s_time\":\"" + second + "\"}";
    assertThat(node.json(200, "POST", ALICE + "/contains", body.formatted("min")).toString())
        .isEqualTo("{\"contains\":false}");
    assertThat(node.json(200, "POST", ALICE + "/contains", body.formatted("max")).toString())
        .isEqualTo("{\"contains\":true}");
  }

  @Test
  void what_is_asked_for_twice_is_answered() throws Exception {
    JsonNode answer =
        node.json(
            200,
            "POST",
            "/v1/values:get",
            "{\"entity_type\":\"user\",\"features\":[\"age\",\"age\"],"
                + "\"entities\":[\"alice\",\"bob\",\"alice\"]}");
    assertThat(answer.get("entities"))
        .extracting(it -> it.get("entity").stringValue())
        .containsExactly("alice", "bob", "alice");
    assertThat(answer.get("entities"))
        .allSatisfy(it -> assertThat(it.get("features").propertyNames()).containsExactly("age"));
  }

  @Test
  void names_that_nothing_can_have_are_bad_names_and_too_much_at_once_is_too_large()
      throws Exception {
    String list = "{\"type\":\"list\",\"value_type\":\"text\"}";
    node.problem(ProblemCode.BAD_NAME, "PUT", "/v1/features/user/" + "x".repeat(129), list);
    node.problem(ProblemCode.BAD_NAME, "PUT", "/v1/features/a%0Ab/pages", list);
    node.problem(ProblemCode.BAD_NAME, "PUT", PAGES + "?version=latest", "");
    node.problem(ProblemCode.BAD_NAME, "GET", "/v1/feeds/Pages", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", ALICE + "x".repeat(800), "");
    String item = "{\"value\":\"a\",\"time\":\"2015-09-12T00:00:01Z\"}";
    String many = "{\"items\":[" + (item + ",").repeat(500) + item + "]}";
    node.problem(ProblemCode.TOO_LARGE, "POST", ALICE, many);
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", ALICE, "{\"items\":[]}");
  }

  @Test
  void the_type_of_what_is_fed_is_the_name_that_the_pointer_ends_with() throws Exception {
    node.json(201, "PUT", "/v1/features/a%2Fb~/x", "{\"type\":\"list\",\"value_type\":\"text\"}");
    node.json(201, "PUT", "/v1/streams/edits", "{\"shards\":1}");
    JsonNode feed =
        node.json(
            201,
            "PUT",
            "/v1/feeds/x",
            "{\"stream\":\"edits\",\"entity\":\"/who/a~1b~0\",\"list\":\"x\",\"value\":\"/page\"}");
    assertThat(feed.get("entity_type").stringValue()).isEqualTo("a/b~");
  }

  private static String ageOf(String entity) {
    return "{\"entity_type\":\"user\",\"features\":[\"age\"],\"entities\":[\"%s\"]}"
        .formatted(entity);
  }
}
