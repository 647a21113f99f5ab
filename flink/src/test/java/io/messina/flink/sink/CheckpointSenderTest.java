package io.messina.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.messina.client.MessinaClient;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

/** Batches for a server that cannot take them now, or never. */
class CheckpointSenderTest {

  private final AtomicInteger requests = new AtomicInteger();
  private final List<Integer> later = new ArrayList<>();
  private final List<String> bodies = new ArrayList<>();

  @Test
  void batches_that_follow_one_that_comes_again_later_come_later_too() throws Exception {
    commit(false, body -> "503 {}", batch("a line"), batch("a line"));
    assertThat(later).containsExactly(0, 1);
    assertThat(requests).hasValue(1);
  }

  @Test
  void a_batch_with_an_event_that_the_stream_refuses_fails_the_job_and_names_the_way_out() {
    assertThatThrownBy(
            () -> commit(false, CheckpointSenderTest::refusingBad, batch("good", "bad", "fine")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "stream lines: events cannot be appended, as it refuses some (a sink with dropRefused()"
                + " leaves such events out, and goes on from the same checkpoint)")
        .hasStackTraceContaining("line 1: not a good one");
    assertThat(requests).hasValue(1);
  }

  @Test
  void refused_events_are_left_out_and_counted_and_the_others_go_under_the_same_number()
      throws Exception {
    RefusedEvents refused =
        commit(
            true,
            CheckpointSenderTest::refusingBad,
            batch("good", "bad", "fine", "bad"),
            batch("bad"),
            batch("last"));
    assertThat(refused.count()).isEqualTo(3);
    assertThat(later).isEmpty();
    // Each is named alone, so the first batch is sent three times, the second once.
    assertThat(requests).hasValue(5);
    assertThat(bodies.get(2)).contains(base64("good"), base64("fine")).doesNotContain("YmFk");
    assertThat(bodies.get(4)).contains(base64("last"));
  }

  @Test
  void a_batch_that_is_refused_as_a_whole_is_not_left_out() {
    assertThatThrownBy(() -> commit(true, body -> "413 {}", batch("good")))
        .isInstanceOf(IOException.class)
        .hasMessage("stream lines: events cannot be appended");
  }

  /** A server that names the first line that is bad. */
  private static String refusingBad(String body) {
    String[] lines = body.split("\n", -1);
    for (int line = 0; line < lines.length; line++) {
      if (lines[line].contains(base64("bad"))) {
        return """
        422 {"code":"invalid_event","detail":"line %1$d: not a good one",\
        "refused":[{"line":%1$d,"detail":"not a good one"}],"refused_count":1}\
        """
            .formatted(line);
      }
    }
    return "202 {\"accepted\":1,\"duplicates\":0,\"ids\":[]}";
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends batches to a server whose answers are a status and a body. */
  private RefusedEvents commit(
      boolean drops, UnaryOperator<String> answers, NumberedBatches... batches) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          bodies.add(body);
          String answer = answers.apply(body);
          byte[] json = answer.substring(4).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), json.length);
          exchange.getResponseBody().write(json);
          exchange.close();
        });
    server.start();
    RefusedEvents refused = new RefusedEvents("lines", drops, new UnregisteredMetricsGroup());
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    List<Committer.CommitRequest<NumberedBatches>> all = new ArrayList<>();
    for (NumberedBatches each : batches) {
      all.add(new Request(all.size(), each, later));
    }
    try (CheckpointSender sender =
        new CheckpointSender(
            MessinaClient.builder(url).retries(RetryPolicy.NONE).build(), "lines", refused)) {
      sender.commit(all);
    } finally {
      server.stop(0);
    }
    return refused;
  }

  private static NumberedBatches batch(String... lines) throws IOException {
    DataOutputSerializer bytes = new DataOutputSerializer(64);
    for (String line : lines) {
      EventBytes.write(NewEvent.of(Payload.text(line)), bytes);
    }
    return new NumberedBatches("source", 0, List.of(bytes.getCopyOfBuffer()));
  }

  /** One that may come again later. */
  private record Request(int number, NumberedBatches batches, List<Integer> later)
      implements Committer.CommitRequest<NumberedBatches> {

    @Override
    public NumberedBatches getCommittable() {
      return batches;
    }

    @Override
    public int getNumberOfRetries() {
      return 0;
    }

    @Override
    public void signalFailedWithKnownReason(Throwable e) {
      throw new AssertionError(e);
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable e) {
      throw new AssertionError(e);
    }

    @Override
    public void retryLater() {
      later.add(number);
    }

    @Override
    public void updateAndRetryLater(NumberedBatches other) {
      throw new AssertionError("batches stay as they are");
    }

    @Override
    public void signalAlreadyCommitted() {
      throw new AssertionError("nothing was sent");
    }
  }
}
