package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.server.RunningNode;
import io.messina.server.http.RawConnection;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.ShardTable;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StoppingTest {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  private static final String WAITING = "{\"wait\":\"60s\"}";

  /** Less than anything that waits would take, and more than a busy machine takes to stop. */
  private static final Duration AT_ONCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void those_who_wait_are_answered_at_once_and_what_was_stored_is_there_after_a_restart()
      throws Exception {
    Path ready = folder.resolve("ready");
    RunningNode node =
        RunningNode.in(folder, "--ready-file", ready.toString(), "--drain-max", "10m");
    assertThat(Files.readString(ready).strip()).isEqualTo(node.node().baseUrl());
    ClaimGroup group = ClaimGroup.create(node, "s", 2);
    CompletableFuture<HttpResponse<String>> read =
        node.sendLater("GET", "/v1/streams/s/events?shard=0&wait=60s", "");
    CompletableFuture<HttpResponse<String>> tail =
        node.client()
            .sendAsync(
                node.request("GET", "/v1/streams/s/events", "", "Accept: text/event-stream"),
                HttpResponse.BodyHandlers.ofString());
    try (RawConnection claim = group.claiming(WAITING)) {
      node.json(202, "POST", "/v1/streams/s/events", "{\"n\":1}", "Messina-Key: k");
      assertThat(claim.upTo("]}")).contains("\"n\":1");
    }
    try (RawConnection claim = group.claiming(WAITING)) {
      long begun = System.nanoTime();
      node.node().close();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
      assertThat(claim.rest()).startsWith("HTTP/1.1 200").contains("{\"events\":[]}");
    }
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
            opened ->
                new ForwardingStore(opened) {
                  @Override
                  public void close() {
                    released.set(getStatic(shard).flatMap(row -> row.find(ShardTable.RELEASED)));
                    super.close();
                  }
                },
            "--drain-max",
            "2s");
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":1}");
    node.json(202, "POST", "/v1/streams/s/events", "1");
    try (RawConnection slow = appending(node, 9)) {
      slow.send("1");
      long begun = System.nanoTime();
      node.node().close();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
      assertThat(released.get()).contains(true);
      assertThat(slow.rest()).doesNotContain("HTTP/1.1 202");
    }
    node.close();
  }

  @Test
  void what_comes_while_a_server_stops_is_told_so_and_what_runs_is_done() throws Exception {
    RunningNode node = RunningNode.in(folder);
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":1}");
    try (RawConnection running = appending(node, 3);
        RawConnection coming = node.connect()) {
      // The server reads both at once, and goes on with the second when it has answered the first.
      coming.send(
          RawConnection.head("GET /health/live")
              + "GET /v1/streams HTTP/1.1\r\nHost: localhost\r\n");
      assertThat(coming.upTo("}}\n")).startsWith("HTTP/1.1 200");
      node.json(200, "GET", "/health/live", "");
      Thread closing = Thread.ofVirtual().start(node.node()::close);
      awaitRefused(node);
      assertThat(coming.send("\r\n").rest())
          .startsWith("HTTP/1.1 503")
          .containsIgnoringCase("retry-after: 1")
          .contains("\"code\":\"shutting_down\"");
      assertThat(running.send("123").rest()).startsWith("HTTP/1.1 202");
      closing.join();
    }
    node.close();
  }

  /** A producer whom the server has begun to ask for an event of so many bytes. */
  private static RawConnection appending(RunningNode node, int bytes) throws IOException {
    RawConnection producer = node.connect();
    producer.send(
        RawConnection.head(
            "POST /v1/streams/s/events", "Expect: 100-continue", "Content-Length: " + bytes));
    assertThat(producer.upTo("\r\n\r\n")).startsWith("HTTP/1.1 100");
    return producer;
  }

  private static void awaitRefused(RunningNode node) {
    while (true) {
      try (RawConnection _ = node.connect()) {
        LockSupport.parkNanos(LOOK_NANOS);
      } catch (IOException _) {
        return;
      }
    }
  }
}
