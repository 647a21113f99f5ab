package io.messina.server.enrichments;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
class EnrichmentsTest {

  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  private String stream;
  private String enrichment;
  private String options;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
  }

  @BeforeEach
  void name() throws Exception {
    String name = "e" + NUMBERS.incrementAndGet();
    stream = "/v1/streams/" + name;
    enrichment = "/v1/enrichments/" + name;
    options =
        """
        {"stream":"%s","fields":{"edits":{"function":"count"},\
        "lines":{"function":"sum","value":"/added"},\
        "pages":{"function":"append_to_list","value":"/page","max":2}}}\
        """
            .formatted(name);
    node.json(201, "PUT", stream, "{\"shards\":2,\"key\":\"/user\"}");
  }

  private void append(String... lines) throws Exception {
    node.json(202, "POST", stream + "/events", String.join("\n", lines) + "\n", LINES);
  }

  private JsonNode awaited(Predicate<JsonNode> reached) throws Exception {
    return node.awaited(enrichment, reached);
  }

  private JsonNode awaitDone(int events) throws Exception {
    return awaited(
        report ->
            report.required("events").intValue() >= events
                && report.path("lag").asInt(1) == 0
                && report.required("keys_busy").intValue() == 0);
  }

  private String state(String key) throws Exception {
    return node.json(200, "GET", enrichment + "/" + key, "").required("state").toString();
  }

  @Test
  void a_stream_makes_a_state_for_each_key() throws Exception {
    append(
        "{\"user\":\"ada\",\"added\":1.5,\"page\":\"Loom\"}",
        "{\"user\":\"bob b/\",\"page\":{\"deep\":[1]}}");
    JsonNode created = node.json(201, "PUT", enrichment, options);
    assertThat(created.required("generation").intValue()).isEqualTo(1);
    append(
        "{\"user\":\"ada\",\"added\":40.5,\"page\":\"Engine\"}",
        "{\"user\":\"ada\",\"added\":\"many\",\"page\":\"Card\"}",
        "{\"page\":\"nobody's\"}");
    JsonNode done = awaitDone(4);
    assertThat(state("ada"))
        .isEqualTo("{\"edits\":3,\"lines\":42,\"pages\":[\"Engine\",\"Card\"]}");
    assertThat(state("bob%20b%2F")).isEqualTo("{\"edits\":1,\"pages\":[{\"deep\":[1]}]}");
    assertThat(done.required("running").booleanValue()).isTrue();
    assertThat(done.required("events").intValue()).isEqualTo(4);
    assertThat(done.required("rounds").intValue()).isBetween(2, 4);
    assertThat(done.required("events_per_round").doubleValue()).isBetween(1.0, 2.0);
    assertThat(done.required("without_key").intValue()).isEqualTo(1);
    assertThat(done.required("requests").intValue()).isBetween(4, 8);
    assertThat(done.required("request_seconds").doubleValue()).isBetween(0.0, 60.0);
    assertThat(done.required("skipped").required("lines").intValue()).isEqualTo(2);
    JsonNode ada = node.json(200, "GET", enrichment + "/ada", "");
    assertThat(ada.propertyNames()).containsExactly("key", "generation", "state", "position");
    node.problem(ProblemCode.ENRICHMENT_NOT_FOUND, "GET", enrichment + "/eve", "");
    assertThat(node.json(200, "GET", "/v1/enrichments", "").required("enrichments")).isNotEmpty();
    assertThat(node.send("GET", "/metrics", "").body())
        .contains(
            "messina_enrichment_events_total{enrichment=\""
                + created.get("name").stringValue()
                + "\"} 4.0");
  }

  @Test
  void other_fields_are_made_anew_from_the_oldest_event_on() throws Exception {
    append("{\"user\":\"ada\",\"added\":1}", "{\"user\":\"ada\",\"added\":2}");
    JsonNode first = node.json(201, "PUT", enrichment, options);
    awaitDone(2);
    assertThat(node.json(200, "PUT", enrichment, options).required("tag"))
        .isEqualTo(first.required("tag"));
    String other = options.replace("\"edits\"", "\"changes\"");
    JsonNode changed = node.json(200, "PUT", enrichment, other);
    assertThat(changed.required("generation").intValue()).isEqualTo(2);
    awaitDone(2);
    assertThat(state("ada")).isEqualTo("{\"changes\":2,\"lines\":3}");
    node.problem(
        ProblemCode.CONFLICT,
        "PUT",
        enrichment,
        other.replaceFirst("stream\":\"[^\"]+", "stream\":\"" + second()));
    node.problem(
        ProblemCode.PRECONDITION_FAILED,
        "PUT",
        enrichment,
        options,
        "If-Match: \"" + first.required("tag").stringValue() + "\"");
    node.problem(ProblemCode.PRECONDITION_FAILED, "PUT", enrichment, options, "If-None-Match: *");
  }

  private String second() throws Exception {
    String name = "e" + NUMBERS.incrementAndGet();
    node.json(201, "PUT", "/v1/streams/" + name, "");
    return name;
  }

  @Test
  void one_that_is_deleted_is_gone_with_its_group_and_a_new_one_begins_anew() throws Exception {
    append("{\"user\":\"ada\",\"added\":1}");
    node.json(201, "PUT", enrichment, options);
    awaitDone(1);
    node.json(204, "DELETE", enrichment, "");
    node.problem(ProblemCode.ENRICHMENT_NOT_FOUND, "GET", enrichment, "");
    node.problem(ProblemCode.ENRICHMENT_NOT_FOUND, "GET", enrichment + "/ada", "");
    node.problem(ProblemCode.ENRICHMENT_NOT_FOUND, "DELETE", enrichment, "");
    assertThat(node.json(200, "GET", stream + "/groups", "").required("groups")).isEmpty();
    assertThat(node.json(201, "PUT", enrichment, options).required("generation").intValue())
        .isEqualTo(2);
    awaitDone(1);
    assertThat(state("ada")).isEqualTo("{\"edits\":1,\"lines\":1}");
  }

  @Test
  void an_event_that_cannot_be_applied_is_set_aside_and_the_others_go_on() throws Exception {
    node.json(201, "PUT", enrichment, options);
    append("{\"user\":\"ada\",\"added\":1e40}", "{\"user\":\"ada\",\"added\":2}");
    node.json(
        202, "POST", stream + "/events", "no JSON", "Content-Type: text/plain", "Messina-Key: ada");
    JsonNode done = awaited(report -> report.required("dead_letters").intValue() == 2);
    assertThat(done.required("events").intValue()).isEqualTo(3);
    awaitDone(3);
    assertThat(state("ada")).isEqualTo("{\"edits\":1,\"lines\":2}");
  }

  @Test
  void what_is_set_aside_is_listed_by_pages_redriven_and_discarded() throws Exception {
    node.json(201, "PUT", enrichment, options);
    append("{\"user\":\"ada\",\"added\":1e40}", "{\"user\":\"ada\",\"added\":2e40}");
    awaitDone(2);
    JsonNode first = node.json(200, "GET", enrichment + "/dead-letters?limit=1", "");
    JsonNode letter = first.required("dead_letters").required(0);
    assertThat(letter.required("payload").toString()).contains("1E+40");
    assertThat(letter.required("key").stringValue()).isEqualTo("ada");
    assertThat(letter.required("cause").stringValue()).isEqualTo("enrich");
    assertThat(letter.required("attempts").intValue()).isEqualTo(1);
    assertThat(letter.required("applied").stringValue()).isEqualTo("no");
    assertThat(letter.required("errors").required(0).required("error").stringValue())
        .contains("digits");
    String page = enrichment + "/dead-letters?after=" + first.required("next").stringValue();
    JsonNode second = node.json(200, "GET", page, "");
    assertThat(second.required("dead_letters")).hasSize(1);
    assertThat(second.has("next")).isFalse();

    String one = "{\"ids\":[\"%s\"]}".formatted(letter.required("id").stringValue());
    JsonNode redriven = node.json(200, "POST", enrichment + "/dead-letters/redrive", one);
    assertThat(redriven.required("redriven").intValue()).isEqualTo(1);
    awaitDone(3);
    JsonNode all = node.json(200, "GET", enrichment + "/dead-letters", "").required("dead_letters");
    assertThat(all).hasSize(2);
    assertThat(all.required(1).required("payload")).isEqualTo(letter.required("payload"));
    assertThat(all.required(1).required("id")).isNotEqualTo(letter.required("id"));

    JsonNode again = node.json(200, "POST", enrichment + "/dead-letters/redrive", "{\"all\":true}");
    assertThat(again.required("redriven").intValue()).isEqualTo(2);
    awaitDone(5);
    JsonNode gone = node.json(200, "POST", enrichment + "/dead-letters/discard", "{\"all\":true}");
    assertThat(gone.required("discarded").intValue()).isEqualTo(2);
    assertThat(node.json(200, "GET", enrichment + "/dead-letters", "").required("dead_letters"))
        .isEmpty();
    node.problem(
        ProblemCode.WRONG_TYPE, "POST", enrichment + "/dead-letters/redrive", "{\"ids\":[\"x\"]}");
    node.problem(ProblemCode.ENRICHMENT_NOT_FOUND, "GET", enrichment + "-2/dead-letters", "");
  }

  @Test
  void a_key_may_be_called_as_the_path_of_the_dead_letters() throws Exception {
    node.json(201, "PUT", enrichment, options);
    append("{\"user\":\"dead-letters\",\"added\":2}");
    awaitDone(1);
    assertThat(state("%64ead-letters")).isEqualTo("{\"edits\":1,\"lines\":2}");
  }

  @Test
  void a_pause_is_told_until_it_ends() throws Exception {
    node.json(201, "PUT", enrichment, options);
    awaitDone(0);
    String group = stream + "/groups/enrichment." + enrichment.substring(16) + ".1";
    node.json(204, "POST", group + "/pause", "");
    assertThat(awaited(report -> report.has("trouble")).required("trouble").stringValue())
        .isEqualTo("paused: until its group is resumed");
    append("{\"user\":\"ada\",\"added\":1}");
    node.json(204, "POST", group + "/resume", "");
    awaitDone(1);
    assertThat(node.json(200, "GET", enrichment, "").has("trouble")).isFalse();
  }

  @Test
  void a_stream_that_is_deleted_is_told_and_one_that_was_never_there_refused() throws Exception {
    node.json(201, "PUT", enrichment, options);
    node.json(204, "DELETE", stream, "");
    JsonNode idle = awaited(report -> !report.required("running").booleanValue());
    assertThat(awaited(report -> report.has("trouble")).required("trouble").stringValue())
        .contains(idle.required("stream").stringValue());
    node.problem(ProblemCode.STREAM_NOT_FOUND, "GET", enrichment + "/ada", "");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "GET", enrichment + "/dead-letters", "");
    node.problem(
        ProblemCode.STREAM_NOT_FOUND,
        "PUT",
        enrichment + "-2",
        "{\"stream\":\"absent\",\"fields\":{\"n\":{\"function\":\"count\"}}}");
    node.problem(
        ProblemCode.OUT_OF_BOUNDS, "PUT", enrichment + "-3", options.replace("/page", "/page~2"));
    node.problem(ProblemCode.BAD_NAME, "GET", "/v1/enrichments/Profiles", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", enrichment, "{\"stream\":\"s\",\"fields\":{}}");
  }
}
