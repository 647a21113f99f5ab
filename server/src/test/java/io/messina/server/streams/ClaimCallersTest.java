package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.server.http.RawConnection;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What becomes of events that are claimed for a caller who listens no more. */
@Timeout(120)
class ClaimCallersTest {

  private static final String WAITING = "{\"wait\":\"60s\",\"lease\":\"10m\",\"worker\":\"gone\"}";
  private static final String PAD = "x".repeat(1_000_000);
  private static final int LARGE = 12;

  @TempDir private Path folder;
  @AutoClose private RunningNode node;
  private ClaimGroup group;

  @BeforeEach
  void start() throws Exception {
    node = RunningNode.in(folder);
    group = ClaimGroup.create(node, "s", 1);
  }

  @Test
  void what_a_caller_who_has_gone_is_not_told_is_released_and_counts_no_attempt() throws Exception {
    try (RawConnection _ = group.claiming(WAITING)) {
      Thread.onSpinWait();
    }
    group.append("1");
    awaitClaims(1);
    JsonNode event = group.claim().get(0);
    assertThat(event.get("attempt").intValue()).isEqualTo(1);
    assertThat(event.get("payload").toString()).isEqualTo("1");
  }

  @Test
  void what_a_caller_who_goes_was_told_in_part_stays_with_it() throws Exception {
    try (RawConnection caller = group.claiming(WAITING)) {
      // All are there before the first is handed out.
      node.json(204, "POST", group.path() + "/pause", "");
      for (int i = 0; i < LARGE; i++) {
        group.append("\"" + PAD + "\"");
      }
      node.json(204, "POST", group.path() + "/resume", "");
      assertThat(caller.upTo("xxxx")).startsWith("HTTP/1.1 200");
      caller.reset();
    }
    awaitClaims(1);
    // As many as had been read from the log when it was told.
    assertThat(node.json(200, "GET", group.path(), "").get("in_flight").intValue()).isPositive();
  }

  @Test
  void a_caller_who_only_sends_no_more_gets_its_events() throws Exception {
    try (RawConnection caller = group.claiming(WAITING)) {
      caller.endSending();
      group.append("17");
      assertThat(caller.upTo("]}")).startsWith("HTTP/1.1 200").contains("\"payload\":17");
    }
    assertThat(node.json(200, "GET", group.path(), "").get("in_flight").intValue()).isEqualTo(1);
  }

  @Test
  void what_an_acknowledging_claim_hands_to_a_caller_who_has_gone_is_released() throws Exception {
    group.append("1\n2");
    String receipt = claimOne();
    CountDownLatch acknowledging = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    node.store()
        .before(
            call -> {
              if (call.writes(ShardTable.SHARDS)) {
                acknowledging.countDown();
                awaited(gone);
              }
            });
    String claim = "{\"ack\":[\"" + receipt + "\"],\"lease\":\"10m\"}";
    try (RawConnection _ = group.claiming(claim)) {
      acknowledging.await();
    }
    gone.countDown();
    awaitClaims(2);
    JsonNode event = group.claim().get(0);
    assertThat(event.get("attempt").intValue()).isEqualTo(1);
    assertThat(event.get("payload").toString()).isEqualTo("2");
  }

  @Test
  void a_claim_that_waits_holds_no_memory_for_the_acknowledgements_that_came_with_it()
      throws Exception {
    group.append("1");
    String claim = "{\"ack\":[\"" + claimOne() + "\"],\"wait\":\"60s\"}";
    try (RawConnection caller = group.claiming(claim)) {
      awaitMetric("messina_http_bodies_bytes 0.0");
      group.append("17");
      assertThat(caller.upTo("]}")).contains("\"status\":\"ok\"", "\"payload\":17");
    }
  }

  private String claimOne() throws Exception {
    JsonNode events =
        node.json(200, "POST", group.path() + "/claim", "{\"limit\":1,\"wait\":\"30s\"}")
            .get("events");
    return events.get(0).get("receipt").stringValue();
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitClaims(int count) throws Exception {
    awaitMetric(
        "messina_http_requests_seconds_count{operation=\"claim\",status=\"200\"} " + count + "\n");
  }

  private void awaitMetric(String line) {
    SystemWaiting.until(() -> node.send("GET", "/metrics", "").body().contains(line));
  }
}
