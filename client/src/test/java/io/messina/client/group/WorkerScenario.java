package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.client.MessinaClient;
import io.messina.client.internal.ManualSurroundings;
import io.messina.client.internal.ScriptedServer;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A worker of a group whose server is the test. */
@Timeout(60)
abstract class WorkerScenario {

  static final WorkerOptions OPTIONS = WorkerOptions.named("w1");
  static final Duration THIRD_OF_LEASE = Duration.ofSeconds(10);
  static final String CLAIM = "POST /v1/streams/edits/groups/scoring/claim";
  static final String ACK = "POST /v1/streams/edits/groups/scoring/ack";
  static final String NACK = "POST /v1/streams/edits/groups/scoring/nack";
  static final String EXTEND = "POST /v1/streams/edits/groups/scoring/extend";
  static final String RELEASE = "POST /v1/streams/edits/groups/scoring/release";

  final ScriptedServer server = new ScriptedServer();
  final ManualSurroundings surroundings = new ManualSurroundings();
  final MessinaClient client = server.client(surroundings).timeOut(Duration.ofSeconds(7)).build();
  final GroupClient scoring = client.stream("edits").group("scoring");
  final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
  final CountDownLatch mayFinish = new CountDownLatch(1);

  @AfterEach
  void close() {
    mayFinish.countDown();
    client.close();
    server.close();
  }

  Outcome slow(ClaimedEvent event) throws InterruptedException {
    begun.add(event.event().id().value());
    mayFinish.await();
    return Outcome.done();
  }

  /** The next request, which is of this kind. */
  Request next(String what) {
    Request request = server.next();
    assertThat(request.what()).isEqualTo(what);
    return request;
  }

  /** The next request of this kind, whatever else comes meanwhile. */
  Request find(String what) {
    Request request = server.next();
    while (!request.what().equals(what)) {
      request = server.next();
    }
    return request;
  }

  static void hand(Request claim, String... ids) {
    claim.answer(200, events(Stream.of(ids).map(id -> event(id, "")).toList()));
  }

  static String events(List<String> events) {
    return "{\"events\":[" + String.join(",", events) + "]}";
  }

  /** An event as it is handed out, with these fields besides. */
  static String event(String id, String more) {
    return "{\"id\":\"%s\",\"shard\":0,\"position\":\"1.0\",\"append_time\":\"2026-01-01T00:00:00Z\",\"headers\":{},\"payload\":1,\"attempt\":1,\"receipt\":\"r%s\"%s}"
        .formatted(id, id, more);
  }

  static void settle(Request request, String status, String... receipts) {
    String results =
        Stream.of(receipts)
            .map(receipt -> "{\"receipt\":\"%s\",\"status\":\"%s\"}".formatted(receipt, status))
            .collect(Collectors.joining(","));
    request.answer(200, "{\"results\":[" + results + "]}");
  }

  /** Stops a worker of which nothing but a claim is under way. */
  static void stop(ClaimWorker worker) {
    worker.stop().join();
  }
}
