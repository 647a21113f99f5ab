package io.messina.server.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
@Execution(ExecutionMode.CONCURRENT)
class SweepTest {

  private static final String SWEEP = "/v1/features:sweep";
  private static final String PAGES = "/v1/features/user/pages";
  private static final String TEXTS = "{\"type\":\"list\",\"value_type\":\"text\"}";
  private static final String ITEM =
      "{\"items\":[{\"value\":\"a\",\"time\":\"2015-09-12T00:00:01Z\"}]}";

  @TempDir private Path folder;
  @AutoClose private RunningNode node;

  @BeforeEach
  void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
    node.json(201, "PUT", PAGES, TEXTS);
    node.json(201, "PUT", PAGES + "?version=v2", "");
    node.json(
        201, "PUT", "/v1/features/user/age", "{\"type\":\"scalar\",\"value_type\":\"integer\"}");
    for (String entity : new String[] {"alice", "bob"}) {
      node.json(200, "POST", "/v1/lists/user/pages/" + entity, ITEM);
      node.json(200, "POST", "/v1/lists/user/pages/" + entity + "?version=v2", ITEM);
      node.json(204, "PUT", "/v1/values/user/age/" + entity, "{\"value\":1}");
    }
  }

  @Test
  void what_is_deleted_is_found_and_swept_and_counted() throws Exception {
    assertThat(node.json(200, "POST", SWEEP, "").toString())
        .isEqualTo("{\"looked_at\":6,\"deleted\":0,\"unknown\":0,\"features\":[]}");
    node.json(204, "DELETE", PAGES + "?version=v2", "");
    node.json(204, "DELETE", "/v1/features/user/age", "");
    String found =
        "\"features\":["
            + "{\"entity_type\":\"user\",\"name\":\"pages\",\"version\":\"v2\",\"generation\":1,"
            + "\"type\":\"list\",\"entities\":2},"
            + "{\"entity_type\":\"user\",\"name\":\"age\",\"version\":\"\",\"generation\":1,"
            + "\"type\":\"scalar\",\"entities\":2}]}";
    assertThat(node.json(200, "POST", SWEEP, "{\"dry_run\":true}").toString())
        .isEqualTo("{\"looked_at\":6,\"deleted\":0,\"unknown\":0," + found);
    assertThat(node.json(200, "POST", SWEEP, "{\"dry_run\":false}").toString())
        .isEqualTo("{\"looked_at\":6,\"deleted\":4,\"unknown\":0," + found);
    assertThat(node.json(200, "POST", SWEEP, "").get("features")).isEmpty();
    assertThat(node.json(200, "GET", "/v1/lists/user/pages/bob", "").get("items")).hasSize(1);
    assertThat(node.send("GET", "/metrics", "").body())
        .contains("messina_features_swept_total 4.0");
  }

  @Test
  void pages_follow_each_other_by_what_the_answer_says_as_it_is() throws Exception {
    node.json(204, "DELETE", PAGES, "");
    int pages = 1;
    JsonNode page = node.json(200, "POST", SWEEP, "{\"limit\":2}");
    int deleted = page.get("deleted").intValue();
    while (page.has("next")) {
      page = node.json(200, "POST", SWEEP, "{\"limit\":2,\"after\":\"%s\"}".formatted(next(page)));
      deleted += page.get("deleted").intValue();
      pages++;
    }
    assertThat(deleted).isEqualTo(4);
    assertThat(pages).isEqualTo(4);
  }

  private static String next(JsonNode page) {
    return page.get("next").stringValue();
  }

  @Test
  void what_is_not_answered_may_be_done_and_is_asked_for_again() throws Exception {
    node.json(204, "DELETE", PAGES, "");
    node.store().loseAnswers(RunningNode.writes(partition -> partition.values().contains("bob")));
    node.problem(ProblemCode.UNKNOWN_OUTCOME, "POST", SWEEP, "");
    node.store().mend();
    node.json(200, "POST", SWEEP, "");
    assertThat(node.json(200, "POST", SWEEP, "{\"dry_run\":true}").get("features")).isEmpty();
  }

  @Test
  void wrong_requests_are_refused() throws Exception {
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", SWEEP, "{\"limit\":0}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", SWEEP, "{\"limit\":10001}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", SWEEP, "{\"after\":\"there\"}");
    node.problem(ProblemCode.WRONG_TYPE, "POST", SWEEP, "{\"dry_run\":\"yes\"}");
    node.problem(ProblemCode.UNKNOWN_FIELD, "POST", SWEEP, "{\"dryrun\":true}");
  }
}
