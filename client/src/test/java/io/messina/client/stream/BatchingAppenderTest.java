package io.messina.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.EventId;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.internal.ManualSurroundings;
import io.messina.client.internal.ScriptedServer;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BatchingAppenderTest {

  private static final Duration LINGER = Duration.ofMillis(5);
  private static final int EVENT_BYTES = new PendingEvent(event("a")).bytes();
  private static final int HEADS_BYTES = 1 + 22;

  private final ScriptedServer server = new ScriptedServer();
  private final ManualSurroundings surroundings = new ManualSurroundings();
  private final MessinaClient client = server.client(surroundings).build();
  private final StreamClient edits = client.stream("edits");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  /** The next append; a definition that is read before it is that of 16 shards. */
  private Request next() {
    Request request = server.next();
    if (request.what().equals("GET /v1/streams/edits")) {
      request.answer(200, "{\"name\":\"edits\",\"generation\":1,\"shards\":16,\"tag\":\"t1\"}");
      request = server.next();
    }
    assertThat(request.what()).startsWith("POST /v1/streams/edits/events?partial=true");
    return request;
  }

  private static NewEvent event(String letter) {
    return NewEvent.of(Payload.json("\"" + letter + "\""));
  }

  private static void give(BatchingAppender appender, String letter) {
    var unused = appender.append(event(letter));
  }

  private static Optional<EventId> id(String id) {
    return Optional.of(new EventId(id));
  }

  private static void store(Request request, String... ids) {
    String list = ids.length == 0 ? "" : "\"" + String.join("\",\"", ids) + "\"";
    request.answer(
        202, "{\"accepted\":%d,\"duplicates\":0,\"ids\":[%s]}".formatted(ids.length, list));
  }

  @Test
  void events_wait_for_others_until_their_linger_is_over() {
    BatchingAppender appender = new BatchingAppender(edits);
    CompletableFuture<Optional<EventId>> a = appender.append(event("a"));
    CompletableFuture<Optional<EventId>> b = appender.append(event("b"));
    assertThat(server.isQuiet()).isTrue();
    surroundings.fire(LINGER);
    Request request = next();
    assertThat(BatchReading.of(request.bytes())).hasSize(2);
    store(request, "1", "2");
    assertThat(a.join()).isEqualTo(id("1"));
    assertThat(b.join()).isEqualTo(id("2"));
  }

  @Test
  void a_full_batch_goes_at_once() {
    BatchingAppender appender =
        new BatchingAppender(edits, BatchingOptions.DEFAULT.withBatchEvents(2));
    give(appender, "a");
    CompletableFuture<Optional<EventId>> b = appender.append(event("b"));
    store(next(), "1", "2");
    assertThat(b.join()).isEqualTo(id("2"));
  }

  @Test
  void a_batch_has_at_most_its_bytes() {
    BatchingAppender appender =
        new BatchingAppender(
            edits, BatchingOptions.DEFAULT.withBatchBytes(HEADS_BYTES + 2 * EVENT_BYTES));
    for (String letter : List.of("a", "b", "c", "d", "e")) {
      give(appender, letter);
    }
    Request first = next();
    assertThat(BatchReading.of(first.bytes())).hasSize(2);
    store(first, "1", "2");
    Request second = next();
    assertThat(BatchReading.of(second.bytes())).hasSize(2);
  }

  @Test
  void what_comes_while_a_request_is_under_way_gathers_for_the_next() {
    BatchingAppender appender =
        new BatchingAppender(edits, BatchingOptions.DEFAULT.withLinger(Duration.ZERO));
    give(appender, "a");
    Request first = next();
    give(appender, "b");
    CompletableFuture<Optional<EventId>> c = appender.append(event("c"));
    assertThat(server.isQuiet()).isTrue();
    store(first, "1");
    Request second = next();
    assertThat(BatchReading.of(second.bytes())).hasSize(2);
    store(second, "2", "3");
    assertThat(c.join()).isEqualTo(id("3"));
  }

  @Test
  void a_retry_is_the_same_batch_with_the_same_key() {
    BatchingAppender appender =
        new BatchingAppender(edits, BatchingOptions.DEFAULT.withLinger(Duration.ZERO));
    CompletableFuture<Optional<EventId>> a = appender.append(event("a"));
    Request first = next();
    give(appender, "b");
    first.hangUp();
    surroundings.fire(Duration.ofMillis(75));
    Request second = next();
    assertThat(second.bytes()).isEqualTo(first.bytes());
    assertThat(second.header("Idempotency-Key")).isEqualTo(first.header("Idempotency-Key"));
    store(second, "1");
    assertThat(a.join()).isEqualTo(id("1"));
  }

  @Test
  void a_refused_event_fails_alone() {
    BatchingAppender appender =
        new BatchingAppender(edits, BatchingOptions.DEFAULT.withBatchEvents(3));
    CompletableFuture<Optional<EventId>> a = appender.append(event("a"));
    CompletableFuture<Optional<EventId>> b = appender.append(event("b"));
    CompletableFuture<Optional<EventId>> c = appender.append(event("c"));
    Request request = next();
    assertThat(request.what()).endsWith("?partial=true");
    request.answer(
        202,
        "{\"accepted\":2,\"duplicates\":0,\"ids\":[\"1\",\"3\"],"
            + "\"refused\":[{\"line\":1,\"detail\":\"no\"}]}");
    assertThat(a.join()).isEqualTo(id("1"));
    assertThatThrownBy(b::join).hasCauseInstanceOf(MessinaException.Refused.class);
    assertThat(c.join()).isEqualTo(id("3"));
  }

  @Test
  void what_a_failed_request_stored_is_stored() {
    try (MessinaClient once = server.client(surroundings).retries(RetryPolicy.NONE).build()) {
      BatchingAppender appender =
          new BatchingAppender(once.stream("edits"), BatchingOptions.DEFAULT.withBatchEvents(2));
      CompletableFuture<Optional<EventId>> a = appender.append(event("a"));
      CompletableFuture<Optional<EventId>> b = appender.append(event("b"));
      next()
          .answer(
              503, "{\"code\":\"unavailable\",\"stored\":{\"accepted\":1,\"ids\":[null,\"2\"]}}");
      assertThatThrownBy(a::join).hasCauseInstanceOf(MessinaException.Unavailable.class);
      assertThat(b.join()).isEqualTo(id("2"));
    }
  }

  @Test
  void a_full_buffer_fails_where_that_is_chosen() {
    BatchingAppender appender = new BatchingAppender(edits, oneLine(WhenFull.FAIL));
    CompletableFuture<Optional<EventId>> a = appender.append(event("a"));
    assertThatThrownBy(appender.append(event("b"))::join)
        .hasCauseInstanceOf(MessinaException.Overloaded.class);
    store(next(), "1");
    assertThat(a.join()).isEqualTo(id("1"));
  }

  private static BatchingOptions oneLine(WhenFull choice) {
    return BatchingOptions.DEFAULT
        .withLinger(Duration.ZERO)
        .withBufferBytes(EVENT_BYTES)
        .whenFull(choice);
  }

  @Test
  void a_full_buffer_lets_its_caller_wait_for_room() throws Exception {
    BatchingAppender appender = new BatchingAppender(edits, oneLine(WhenFull.BLOCK));
    give(appender, "a");
    Request first = next();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    var waiting = threads.submit(() -> appender.append(event("b")).join());
    store(first, "1");
    store(next(), "2");
    assertThat(waiting.get()).isEqualTo(id("2"));
    threads.shutdown();
  }

  @Test
  void an_event_larger_than_the_buffer_is_refused() {
    BatchingAppender appender = new BatchingAppender(edits, oneLine(WhenFull.BLOCK));
    assertThatThrownBy(() -> appender.append(event("ab")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void flushing_sends_at_once_and_waits_for_all_before() {
    BatchingAppender appender = new BatchingAppender(edits);
    CompletableFuture<Optional<EventId>> a = appender.append(event("a"));
    CompletableFuture<Void> flushed = appender.flush();
    Request request = next();
    assertThat(flushed).isNotDone();
    store(request, "1");
    flushed.join();
    assertThat(a).isDone();
  }

  @Test
  void flushing_nothing_is_done() {
    assertThat(new BatchingAppender(edits).flush()).isDone();
  }

  @Test
  void closing_drains_what_waits_and_takes_nothing_more() throws Exception {
    BatchingAppender appender = new BatchingAppender(edits);
    CompletableFuture<Optional<EventId>> a = appender.append(event("a"));
    ExecutorService threads = Executors.newSingleThreadExecutor();
    var closing = threads.submit(appender::close);
    store(next(), "1");
    closing.get();
    assertThat(a).isDone();
    assertThatThrownBy(() -> appender.append(event("b"))).isInstanceOf(IllegalStateException.class);
    threads.shutdown();
  }
}
