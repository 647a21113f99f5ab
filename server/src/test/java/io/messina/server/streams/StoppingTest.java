package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
}
