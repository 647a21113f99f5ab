package io.messina.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.messina.client.MessinaClient;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** Batches for a server that cannot take them now. */
class CheckpointSenderTest {

  @Test
  void batches_that_follow_one_that_comes_again_later_come_later_too() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    server.start();
    List<Integer> later = new ArrayList<>();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    try (CheckpointSender sender =
        new CheckpointSender(
            MessinaClient.builder(url).retries(RetryPolicy.NONE).build(), "lines")) {
      sender.commit(List.of(new Request(0, batch(), later), new Request(1, batch(), later)));
    } finally {
      server.stop(0);
    }
    assertThat(later).containsExactly(0, 1);
    assertThat(requests).hasValue(1);
  }

  private static NumberedBatches batch() throws IOException {
    DataOutputSerializer bytes = new DataOutputSerializer(64);
    EventBytes.write(NewEvent.of(Payload.text("a line")), bytes);
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
