package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Streams and groups are listed page by page. */
@Timeout(120)
final class ListPagesTest {

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder);
    for (String name : List.of("a", "c", "b-2", "b")) {
      node.json(201, "PUT", "/v1/streams/" + name, "{\"shards\":1}");
      node.json(201, "PUT", "/v1/streams/a/groups/" + name, "");
    }
  }

  @ParameterizedTest
  @CsvSource({"/v1/streams, streams", "/v1/streams/a/groups, groups"})
  void a_page_goes_on_where_the_one_before_ended(String path, String field) throws Exception {
    JsonNode first = node.json(200, "GET", path + "?limit=2", "");
    assertThat(names(first, field)).containsExactly("a", "b");
    assertThat(first.get("next").stringValue()).isEqualTo("b");
    JsonNode second = node.json(200, "GET", path + "?limit=2&after=b", "");
    assertThat(names(second, field)).containsExactly("b-2", "c");
    assertThat(second.has("next")).isFalse();
    assertThat(names(node.json(200, "GET", path, ""), field)).containsExactly("a", "b", "b-2", "c");
  }

  @Test
  void what_came_last_need_not_be_there_any_more() throws Exception {
    assertThat(names(node.json(200, "GET", "/v1/streams?after=b-1", ""), "streams"))
        .containsExactly("b-2", "c");
    assertThat(names(node.json(200, "GET", "/v1/streams?after=zz", ""), "streams")).isEmpty();
  }

  @Test
  void a_page_has_bounds() throws Exception {
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", "/v1/streams?limit=0", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", "/v1/streams/a/groups?limit=10001", "");
  }

  private static List<String> names(JsonNode page, String field) {
    return page.get(field).valueStream().map(each -> each.get("name").stringValue()).toList();
  }
}
