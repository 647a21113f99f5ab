package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.json.ApiJson;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DeadLettersTest extends OnEachStore {

  @Test
  void letters_that_are_handed_out_again_are_neither_deleted_nor_counted() throws Exception {
    ClaimGroup group = ClaimGroup.create(node, "again", 1);
    group.append("1\n2\n3");
    group.kill(3);
    node.json(200, "POST", group.path() + "/dead-letters/redrive", "{\"limit\":1}");
    assertThat(group.deleteAllDead()).isEqualTo(2);
    assertThat(group.claim()).hasSize(1);
    assertThat(group.deleteAllDead()).isZero();
  }

  @Test
  void letters_that_several_delete_at_once_are_counted_once() throws Exception {
    ClaimGroup group = ClaimGroup.create(node, "once", 1);
    group.append("1\n".repeat(300));
    group.kill(300);
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      answers.add(node.sendLater("POST", group.path() + "/dead-letters/discard", "{\"all\":true}"));
    }
    int deleted = 0;
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      deleted += ApiJson.MAPPER.readTree(answer.join().body()).get("discarded").intValue();
    }
    assertThat(deleted).isEqualTo(300);
    assertThat(group.dead()).isZero();
  }

  @Test
  void large_letters_are_listed_counted_and_deleted_though_a_page_is_full_of_bytes()
      throws Exception {
    ClaimGroup group = ClaimGroup.create(node, "large", 2);
    for (int i = 0; i < 20; i++) {
      group.append("{\"n\":" + i + ",\"pad\":\"" + "x".repeat(1_000_000) + "\"}");
    }
    group.kill(20);
    List<String> listed = new ArrayList<>();
    for (String after = ""; after != null; ) {
      JsonNode page = node.json(200, "GET", group.path() + "/dead-letters?limit=1000" + after, "");
      page.get("dead_letters").forEach(each -> listed.add(each.get("id").stringValue()));
      after = !page.has("next") ? null : "&after=" + page.get("next").stringValue();
    }
    assertThat(listed).hasSize(20).doesNotHaveDuplicates();
    assertThat(group.deleteAllDead()).isEqualTo(20);
  }
}
