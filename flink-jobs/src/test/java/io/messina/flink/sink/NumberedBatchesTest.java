package io.messina.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.EventBounds;
import io.messina.client.MessinaClient;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.flink.jobs.ServerFixture;
import io.messina.flink.jobs.Streams;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

/** Batches of checkpoints, sent to a server as committers do before and after failures. */
class NumberedBatchesTest extends ServerFixture {

  static final SinkWriter.Context NO_CONTEXT =
      new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
          return Long.MIN_VALUE;
        }

        @Override
        public Long timestamp() {
          return 0L;
        }
      };

  @Test
  void what_is_sent_again_after_a_restore_is_appended_once() throws Exception {
    StreamClient stream = stream("again", 2);
    List<NumberedBatches> batches;
    try (BatchCutter<Integer> writer = writer("first")) {
      batches = checkpoint(writer, 0, 7_000);
    }
    send(stream, batches);
    send(stream, restored(batches));
    // Its successor numbers from 0 again, under a name of its own.
    try (BatchCutter<Integer> writer = writer("second")) {
      send(stream, checkpoint(writer, 7_000, 9_000));
    }
    assertThat(Streams.payloads(stream)).hasSize(9_000).doesNotHaveDuplicates();
  }

  @Test
  void checkpoints_of_many_batches_are_all_appended_whichever_is_sent_first() throws Exception {
    StreamClient stream = stream("many", 2);
    int batches = BatchCutter.BATCHES_MAX + 2;
    try (BatchCutter<Integer> writer = writer("many")) {
      List<NumberedBatches> earlier = checkpointOfBatches(writer, 0, batches);
      List<NumberedBatches> later = checkpointOfBatches(writer, batches, 2 * batches);
      assertThat(earlier).extracting(NumberedBatches::source).containsExactly("many/0", "many/1");
      assertThat(later).extracting(NumberedBatches::source).containsExactly("many/2", "many/3");
      send(stream, later);
      send(stream, restored(earlier));
      send(stream, earlier);
    }
    assertThat(Streams.payloads(stream)).hasSize(2 * batches).doesNotHaveDuplicates();
  }

  @Test
  void batches_of_an_early_checkpoint_are_known_after_many_later_ones() throws Exception {
    StreamClient stream = stream("early", 2);
    int checkpoints = 10;
    try (BatchCutter<Integer> writer = writer("early")) {
      List<NumberedBatches> first = List.of();
      for (int i = 0; i < checkpoints; i++) {
        int next = BatchCutter.BATCHES_MAX * i;
        List<NumberedBatches> batches =
            checkpointOfBatches(writer, next, next + BatchCutter.BATCHES_MAX);
        assertThat(batches).hasSize(1);
        assertThat(batches.get(0).batches()).hasSize(BatchCutter.BATCHES_MAX);
        send(stream, batches);
        first = i == 0 ? batches : first;
      }
      send(stream, restored(first));
    }
    assertThat(Streams.payloads(stream))
        .hasSize(checkpoints * BatchCutter.BATCHES_MAX)
        .doesNotHaveDuplicates();
  }

  @Test
  void an_event_is_as_it_was_after_it_was_kept() throws Exception {
    NewEvent event =
        NewEvent.of("kéy", Payload.text("päyload"))
            .withTime(Instant.parse("2026-01-01T10:00:00.123456Z"))
            .withHeader("trace", "4711");
    try (BatchCutter<Integer> writer =
        new BatchCutter<>(any -> event, "one", 1 << 20, 1 << 20, none("one"))) {
      byte[] kept = checkpoint(writer, 0, 1).get(0).batches().get(0);
      assertThat(EventBytes.readAll(kept)).containsExactly(event);
    }
  }

  @Test
  void an_event_at_the_bounds_is_appended() throws Exception {
    NewEvent event =
        NewEvent.of("é".repeat(EventBounds.KEY_BYTES_MAX / 2), largestPayload())
            .withTime(Instant.parse("9999-12-31T23:59:59.999999999Z"));
    for (int i = 0; i < EventBounds.HEADERS_MAX; i++) {
      event = event.withHeader("h".repeat(EventBounds.HEADER_NAME_CHARS_MAX - 2) + i, "");
    }
    NewEvent largest = event;
    NewEvent deepest =
        NewEvent.of(
            Payload.json(
                "[".repeat(EventBounds.JSON_DEPTH_MAX - 1)
                    + "]".repeat(EventBounds.JSON_DEPTH_MAX - 1)));
    StreamClient stream = stream("bounds", 1);
    try (BatchCutter<Integer> writer =
        new BatchCutter<>(
            number -> number == 0 ? largest : deepest, "one", 4 << 20, 1 << 20, none("bounds"))) {
      send(stream, checkpoint(writer, 0, 2));
    }
    assertThat(Streams.events(stream, 0)).hasSize(2);
  }

  private static Payload largestPayload() {
    return Payload.bytes(new byte[EventBounds.PAYLOAD_BYTES_MAX], "t".repeat(128));
  }

  private static BatchCutter<Integer> writer(String name) {
    return new BatchCutter<>(
        number -> NewEvent.of("key-" + number % 10, Payload.text("number-" + number)),
        name,
        64 << 20,
        1 << 20,
        none(name));
  }

  /** Events that are refused fail the job. */
  private static RefusedEvents none(String stream) {
    return new RefusedEvents(stream, false, new UnregisteredMetricsGroup());
  }

  private static List<NumberedBatches> checkpoint(BatchCutter<Integer> writer, int from, int to)
      throws IOException {
    for (int number = from; number < to; number++) {
      writer.write(number, NO_CONTEXT);
    }
    writer.flush(false);
    return List.copyOf(writer.prepareCommit());
  }

  /** Each event is in a batch of its own. */
  private static List<NumberedBatches> checkpointOfBatches(
      BatchCutter<Integer> writer, int from, int to) throws IOException {
    for (int number = from; number < to; number++) {
      writer.write(number, NO_CONTEXT);
      writer.flush(false);
    }
    return List.copyOf(writer.prepareCommit());
  }

  /** As a checkpoint has them. */
  private static List<NumberedBatches> restored(List<NumberedBatches> batches) throws IOException {
    NumberedBatchesSerializer form = new NumberedBatchesSerializer();
    List<NumberedBatches> restored = new ArrayList<>();
    for (NumberedBatches each : batches) {
      restored.add(form.deserialize(form.getVersion(), form.serialize(each)));
    }
    return restored;
  }

  private static void send(StreamClient stream, List<NumberedBatches> batches) throws IOException {
    Collection<Committer.CommitRequest<NumberedBatches>> requests = new ArrayList<>();
    batches.forEach(each -> requests.add(new Request(each)));
    try (CheckpointSender sender =
        new CheckpointSender(
            MessinaClient.connect(server.url()),
            stream.name().toString(),
            none(stream.name().toString()))) {
      sender.commit(requests);
    }
  }

  /** One that must succeed. */
  private record Request(NumberedBatches batches)
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
      throw new AssertionError("the server is there");
    }

    @Override
    public void updateAndRetryLater(NumberedBatches other) {
      throw new AssertionError("the server is there");
    }

    @Override
    public void signalAlreadyCommitted() {
      throw new AssertionError("batches are sent each time");
    }
  }
}
