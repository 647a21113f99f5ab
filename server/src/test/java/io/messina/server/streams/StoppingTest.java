package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.http.RawConnection;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.StreamName;
import io.messina.stream.ownership.ShardTable;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StoppingTest {

  @TempDir private Path folder;

  @Test
  void those_who_wait_are_answered_at_once_and_what_was_stored_is_there_after_a_restart()
      throws Exception {
    Path ready = folder.resolve("ready");
    RunningNode node = RunningNode.in(folder, "--ready-file", ready.toString());
    assertThat(Files.readString(ready).strip()).isEqualTo(node.node().baseUrl());
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":2}");
    node.json(201, "PUT", "/v1/streams/s/groups/g", "");
    CompletableFuture<HttpResponse<String>> claim =
        node.sendLater("POST", "/v1/streams/s/groups/g/claim", "{\"wait\":\"60s\"}");
    CompletableFuture<HttpResponse<String>> read =
        node.sendLater("GET", "/v1/streams/s/events?shard=0&wait=60s", "");
    CompletableFuture<HttpResponse<String>> tail =
        node.client()
            .sendAsync(
                node.request("GET", "/v1/streams/s/events", "", "Accept: text/event-stream"),
                HttpResponse.BodyHandlers.ofString());
    node.json(202, "POST", "/v1/streams/s/events", "{\"n\":1}", "Messina-Key: k");
    assertThat(claim.join().body()).contains("\"n\":1");
    claim = node.sendLater("POST", "/v1/streams/s/groups/g/claim", "{\"wait\":\"60s\"}");
    // Each of them is heard before what follows on its connection.
    node.json(200, "GET", "/health/ready", "");
    long begun = System.nanoTime();
    node.node().close();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    assertThat(claim.handle((answer, failure) -> answer == null ? "" : answer.body()).join())
        .isIn("{\"events\":[]}", "");
    assertThat(read.handle((answer, failure) -> true).join()).isTrue();
    assertThat(tail.handle((answer, failure) -> true).join()).isTrue();
    assertThat(ready).doesNotExist();
    try (RunningNode again = RunningNode.in(folder)) {
      assertThat(
              again.send("GET", "/v1/streams/s/events?shard=0", "").body()
                  + again.send("GET", "/v1/streams/s/events?shard=1", "").body())
          .contains("\"n\":1");
    }
  }

  @Test
  void shards_are_handed_over_before_the_store_closes_though_a_request_uses_up_its_time()
      throws Exception {
    AtomicReference<Optional<Boolean>> released = new AtomicReference<>(Optional.empty());
    PartitionKey shard =
        ShardTable.partition(new ShardId(new StreamId(new StreamName("s"), 1), 0), 0);
    RunningNode node =
        RunningNode.in(
            folder,
            store ->
                store.beforeClose(
                    behind ->
                        released.set(
                            behind.getStatic(shard).flatMap(row -> row.find(ShardTable.RELEASED)))),
            "--drain-max",
            "2s");
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":1}");
    node.json(202, "POST", "/v1/streams/s/events", "1");
    try (RawConnection slow = node.connect()) {
      slow.send(RawConnection.head("POST /v1/streams/s/events", "Content-Length: 9") + "1");
      node.json(200, "GET", "/health/live", "");
      long begun = System.nanoTime();
      node.node().close();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
      assertThat(released.get()).contains(true);
      assertThat(slow.rest()).doesNotContain("HTTP/1.1 202");
    }
    node.close();
  }

  @Test
  void what_comes_while_a_server_stops_is_told_so_and_what_runs_is_done() throws Exception {
    RunningNode node = RunningNode.in(folder);
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":1}");
    try (RawConnection running = node.connect();
        RawConnection coming = node.connect()) {
      running.send(RawConnection.head("POST /v1/streams/s/events", "Content-Length: 3") + "1");
      coming.send("GET /v1/streams HTTP/1.1\r\nHost: localhost\r\n");
      node.json(200, "GET", "/health/live", "");
      Thread closing = Thread.ofVirtual().start(node.node()::close);
      awaitRefused(node);
      assertThat(coming.send("\r\n").rest())
          .startsWith("HTTP/1.1 503")
          .containsIgnoringCase("retry-after: 1")
          .contains("\"code\":\"shutting_down\"");
      assertThat(running.send("23").rest()).startsWith("HTTP/1.1 202");
      closing.join();
    }
    node.close();
  }

  private static void awaitRefused(RunningNode node) {
    while (true) {
      try (RawConnection _ = node.connect()) {
        Thread.onSpinWait();
      } catch (IOException _) {
        return;
      }
    }
  }
}
