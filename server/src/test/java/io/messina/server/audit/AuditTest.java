package io.messina.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.definition.DefinitionTable;
import io.messina.server.RunningNode;
import io.messina.server.http.RawConnection;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.testkit.SystemWaiting;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What operators did is in a stream, however the request ended. */
@SuppressWarnings("NullAway.Init")
class AuditTest {

  private static final String ADMIN = RunningNode.ADMITTED;

  @TempDir private Path folder;
  private RunningNode node;

  @BeforeEach
  void start() throws Exception {
    node = RunningNode.withTokens(folder);
    node.json(201, "PUT", "/v1/streams/audited", "{\"shards\":1}", ADMIN);
  }

  @AfterEach
  void stop() {
    node.store().mend();
    node.close();
  }

  @Test
  void an_act_is_audited_before_its_answer_and_no_request_writes_another() throws Exception {
    JsonNode entry = audited("/v1/streams/audited").orElseThrow();
    assertThat(entry.get("operation").stringValue()).isEqualTo("createStream");
    assertThat(entry.get("token").stringValue()).isEqualTo("admin-token-file");
    assertThat(entry.get("outcome").stringValue()).isEqualTo("done");
    assertThat(entry.get("client").stringValue()).isEqualTo("127.0.0.1");
    assertThat(entry.get("server").stringValue()).isEqualTo(node.node().baseUrl());
    assertThat(node.send("POST", "/v1/streams/messina.audit/events", "{}", ADMIN).statusCode())
        .isEqualTo(403);
    node.json(404, "DELETE", "/v1/streams/absent", "", ADMIN);
    assertThat(audited("/v1/streams/absent")).isEmpty();
  }

  @Test
  void an_act_whose_client_hangs_up_before_the_answer_is_audited() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    node.store()
        .after(
            call -> {
              if (call.writes(DefinitionTable.DEFINITIONS) && begun.getCount() > 0) {
                begun.countDown();
                await(goOn);
              }
            });
    try (RawConnection connection = node.connect()) {
      connection.send(RawConnection.head("PUT /v1/streams/left", ADMIN, "Content-Length: 0"));
      await(begun);
      connection.reset();
    }
    goOn.countDown();
    SystemWaiting.until(() -> audited("/v1/streams/left").isPresent());
    node.json(200, "GET", "/v1/streams/left", "", ADMIN);
  }

  @Test
  void an_act_that_may_have_been_done_is_audited_as_unknown() throws Exception {
    failBefore(new UnknownOutcomeException("planted"));
    HttpResponse<String> answer = node.send("PUT", "/v1/streams/perhaps", "", ADMIN);
    assertThat(answer.body()).contains("unknown_outcome");
    assertThat(audited("/v1/streams/perhaps").orElseThrow().get("outcome").stringValue())
        .isEqualTo("unknown");
  }

  @Test
  void an_act_that_fails_for_now_is_audited_as_a_part_may_have_been_done() throws Exception {
    failBefore(new StoreUnavailableException("planted"));
    assertThat(node.send("PUT", "/v1/streams/partly", "", ADMIN).statusCode()).isEqualTo(503);
    assertThat(audited("/v1/streams/partly").orElseThrow().get("outcome").stringValue())
        .isEqualTo("unknown");
  }

  @Test
  void a_new_token_is_audited_with_its_scopes_and_without_its_secret() throws Exception {
    String options =
        "{\"scopes\":[\"messages:shop:send\"],\"senders\":[\"*@example.com\"],\"expires_in\":\"90d\"}";
    node.json(201, "POST", "/v1/tokens/shop", options, ADMIN);
    JsonNode entry = audited("/v1/tokens/shop").orElseThrow();
    assertThat(entry.get("created").get("scopes").get(0).stringValue())
        .isEqualTo("messages:shop:send");
    assertThat(entry.get("created").get("senders").get(0).stringValue()).isEqualTo("*@example.com");
    assertThat(entry.get("created").get("expires_in").stringValue()).isEqualTo("90d");
    assertThat(entry.toString()).doesNotContain("messina_shop_");
  }

  @Test
  void no_token_is_named_like_that_of_the_file() throws Exception {
    assertThat(
            node.json(409, "POST", "/v1/tokens/admin-token-file", "{\"scopes\":[\"admin\"]}", ADMIN)
                .get("detail")
                .stringValue())
        .startsWith("token: admin-token-file (expected: a name that no token has");
  }

  private Optional<JsonNode> audited(String path) throws Exception {
    JsonNode page =
        node.json(200, "GET", "/v1/streams/messina.audit/events?shard=0&limit=100", "", ADMIN);
    for (JsonNode event : page.get("events")) {
      if (event.get("payload").get("path").stringValue().equals(path)) {
        return Optional.of(event.get("payload"));
      }
    }
    return Optional.empty();
  }

  /** Lets no definition be written. */
  private void failBefore(RuntimeException failure) {
    node.store()
        .before(
            call -> {
              if (call.writes(DefinitionTable.DEFINITIONS)) {
                throw failure;
              }
            });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
