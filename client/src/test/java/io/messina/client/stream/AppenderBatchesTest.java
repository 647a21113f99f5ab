package io.messina.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.EventId;
import io.messina.api.KeyToken;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.internal.ManualSurroundings;
import io.messina.client.internal.ScriptedServer;
import io.messina.client.internal.ScriptedServer.Request;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How an appender sends batches, by the definition of the stream. */
@Timeout(60)
class AppenderBatchesTest {

  private static final String BATCH = "application/vnd.messina.batch";
  private static final String LINES = "application/vnd.messina+json";
  private static final BatchingOptions AT_ONCE = BatchingOptions.DEFAULT.withLinger(Duration.ZERO);
  private static final Duration RETRY = Duration.ofMillis(75);

  /** Of the lower and of the upper half of the shards. */
  private static final String LOW = key(false);

  private static final String HIGH = key(true);

  private final ScriptedServer server = new ScriptedServer();
  private final ManualSurroundings surroundings = new ManualSurroundings();
  private final MessinaClient client = server.client(surroundings).build();
  private final StreamClient edits = client.stream("edits");
  private final BatchingAppender appender = new BatchingAppender(edits, AT_ONCE);

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static String key(boolean upper) {
    return IntStream.range(0, 100)
        .mapToObj(number -> "k" + number)
        .filter(key -> (KeyToken.of(utf8(key), 0, utf8(key).length) >= 0) == upper)
        .findFirst()
        .orElseThrow();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void define(Request read, String tag, String options) {
    assertThat(read.what()).isEqualTo("GET /v1/streams/edits");
    read.answer(
        200, "{\"name\":\"edits\",\"generation\":1,\"tag\":\"%s\"%s}".formatted(tag, options));
  }

  private void define(String options) {
    define(server.next(), "t1", options);
  }

  private CompletableFuture<Optional<EventId>> give(String key, int number) {
    return appender.append(NewEvent.of(key, Payload.json("" + number)));
  }

  private CompletableFuture<Optional<EventId>> give(int number) {
    return appender.append(NewEvent.of(Payload.json("" + number)));
  }

  /** Answers with the payloads as ids. */
  private static void store(Request batch) {
    assertThat(batch.header("Content-Type")).hasValue(BATCH);
    stored(batch, BatchReading.payloads(batch.bytes()));
  }

  private static void stored(Request request, List<String> ids) {
    request.answer(
        202,
        ids.stream()
            .collect(
                Collectors.joining(
                    "\",\"", "{\"accepted\":" + ids.size() + ",\"ids\":[\"", "\"]}")));
  }

  private static void isStored(CompletableFuture<Optional<EventId>> event, int number) {
    assertThat(event.join()).contains(new EventId("" + number));
  }

  @Test
  void the_first_request_waits_for_the_definition_and_the_next_reads_none() {
    var first = give(LOW, 1);
    Request read = server.next();
    var second = give(LOW, 2);
    var third = give(HIGH, 3);
    define(read, "t1", "");
    Request request = server.next();
    assertThat(request.header("If-Match")).hasValue("\"t1\"");
    assertThat(BatchReading.payloads(request.bytes())).containsExactly("1");
    store(request);
    isStored(first, 1);
    store(server.next());
    isStored(second, 2);
    isStored(third, 3);
    assertThat(server.isQuiet()).isTrue();
  }

  @Test
  void every_event_gets_its_own_id_though_the_body_is_sorted_by_shard() {
    var first = give(LOW, 0);
    Request read = server.next();
    List<CompletableFuture<Optional<EventId>>> all =
        IntStream.range(1, 100).mapToObj(number -> give("k" + number % 30, number)).toList();
    define(read, "t1", "");
    store(server.next());
    isStored(first, 0);
    store(server.next());
    for (int i = 0; i < all.size(); i++) {
      isStored(all.get(i), i + 1);
    }
  }

  @Test
  void two_requests_are_under_way_for_different_shards_but_never_for_one() {
    begin("");
    var low = give(LOW, 1);
    Request lower = server.next();
    var high = give(HIGH, 2);
    Request upper = server.next();
    var lowAgain = give(LOW, 3);
    var highAgain = give(HIGH, 4);
    assertThat(server.isQuiet()).isTrue();
    store(upper);
    isStored(high, 2);
    Request upperAgain = server.next();
    assertThat(BatchReading.payloads(upperAgain.bytes())).containsExactly("4");
    lower.hangUp();
    surroundings.fire(RETRY);
    Request lowerRepeated = server.next();
    assertThat(BatchReading.payloads(lowerRepeated.bytes())).containsExactly("1");
    store(lowerRepeated);
    store(server.next());
    store(upperAgain);
    isStored(low, 1);
    isStored(lowAgain, 3);
    isStored(highAgain, 4);
  }

  /** The client knows the definition and has nothing under way. */
  private void begin(String options) {
    var first = give("first", 0);
    define(options);
    store(server.next());
    isStored(first, 0);
  }

  @Test
  void a_stream_of_one_shard_has_one_request_under_way() {
    begin(",\"shards\":1");
    var low = give(LOW, 1);
    Request request = server.next();
    var high = give(HIGH, 2);
    assertThat(server.isQuiet()).isTrue();
    store(request);
    store(server.next());
    isStored(low, 1);
    isStored(high, 2);
  }

  @Test
  void events_whose_keys_are_in_their_payloads_are_lines_and_end_the_second_request() {
    begin(",\"key\":\"/user\"");
    var high = give(HIGH, 1);
    Request upper = server.next();
    var inPayload = give(2);
    var low = give(LOW, 3);
    assertThat(server.isQuiet()).as("a key in a payload may be of either half").isTrue();
    store(upper);
    isStored(high, 1);
    Request lines = server.next();
    assertThat(lines.header("Content-Type")).hasValue(LINES);
    assertThat(lines.header("If-Match")).isEmpty();
    assertThat(lines.body().lines()).hasSize(2);
    var last = give(HIGH, 4);
    assertThat(server.isQuiet()).isTrue();
    stored(lines, List.of("2", "3"));
    isStored(inPayload, 2);
    isStored(low, 3);
    store(server.next());
    isStored(last, 4);
  }

  @Test
  void a_changed_definition_is_read_again_and_the_request_placed_by_it() {
    begin(",\"shards\":1");
    var low = give(LOW, 1);
    Request refused = server.next();
    var high = give(HIGH, 2);
    refused.refuse(412, "precondition_failed");
    define(server.next(), "t2", ",\"shards\":2");
    Request again = server.next();
    assertThat(again.header("If-Match")).hasValue("\"t2\"");
    assertThat(again.header("Idempotency-Key")).isEqualTo(refused.header("Idempotency-Key"));
    assertThat(BatchReading.payloads(again.bytes())).containsExactly("1");
    store(again);
    Request next = server.next();
    assertThat(BatchReading.of(next.bytes()))
        .extracting(BatchReading.Read::shard)
        .containsExactly(1);
    store(next);
    isStored(low, 1);
    isStored(high, 2);
  }

  @Test
  void a_request_that_was_stored_without_an_answer_is_the_same_under_another_tag() {
    begin("");
    var event = give(LOW, 1);
    Request lost = server.next();
    lost.hangUp();
    surroundings.fire(RETRY);
    server.next().refuse(412, "precondition_failed");
    define(server.next(), "t2", ",\"retention\":\"1d\"");
    Request again = server.next();
    assertThat(again.bytes()).isEqualTo(lost.bytes());
    assertThat(again.header("Idempotency-Key")).isEqualTo(lost.header("Idempotency-Key"));
    store(again);
    isStored(event, 1);
  }

  @Test
  void nodes_that_do_not_agree_about_the_definition_yet_are_asked_again_after_a_pause() {
    begin("");
    var event = give(LOW, 1);
    server.next().refuse(412, "precondition_failed");
    define(server.next(), "t1", "");
    server.next().refuse(412, "precondition_failed");
    surroundings.fire(RETRY);
    define(server.next(), "t1", "");
    for (int again = 2; again < 8; again++) {
      server.next().refuse(412, "precondition_failed");
      surroundings.fire(RetryPolicy.DEFAULT.wait(again, surroundings.random()));
      define(server.next(), "t1", "");
    }
    server.next().refuse(412, "precondition_failed");
    Request lines = server.next();
    assertThat(lines.header("Content-Type")).hasValue(LINES);
    stored(lines, List.of("1"));
    isStored(event, 1);
  }

  @Test
  void what_may_be_stored_is_not_sent_in_another_form_in_which_it_would_not_be_known() {
    begin("");
    var event = give(1);
    server.next().hangUp();
    surroundings.fire(RETRY);
    server.next().refuse(412, "precondition_failed");
    define(server.next(), "t2", ",\"key\":\"/user\"");
    assertThatThrownBy(event::join).hasCauseInstanceOf(MessinaException.Unknown.class);
    var next = give(2);
    Request lines = server.next();
    assertThat(lines.header("Content-Type")).hasValue(LINES);
    stored(lines, List.of("2"));
    isStored(next, 2);
  }

  @Test
  void a_server_that_knows_no_batches_gets_lines_for_good() {
    for (int status : new int[] {415, 400}) {
      try (MessinaClient other = server.client(surroundings).build()) {
        BatchingAppender first = new BatchingAppender(other.stream("edits"), AT_ONCE);
        var one = first.append(NewEvent.of(LOW, Payload.json("1")));
        define("");
        Request batch = server.next();
        batch.refuse(status, status == 415 ? "unsupported_media_type" : "bad_request");
        Request lines = server.next();
        assertThat(lines.header("Content-Type")).hasValue(LINES);
        assertThat(lines.header("If-Match")).isEmpty();
        stored(lines, List.of("1"));
        isStored(one, 1);
        BatchingAppender second = new BatchingAppender(other.stream("edits"), AT_ONCE);
        var two = second.append(NewEvent.of(LOW, Payload.json("2")));
        Request next = server.next();
        assertThat(next.header("Content-Type")).hasValue(LINES);
        stored(next, List.of("2"));
        isStored(two, 2);
      }
    }
  }

  @Test
  void a_refused_event_of_a_batch_fails_alone() {
    begin("");
    Request first = afterGiving(1);
    var good = give(LOW, 2);
    var bad = give(LOW, 3);
    var last = give(LOW, 4);
    store(first);
    Request request = server.next();
    request.answer(
        202, "{\"accepted\":2,\"ids\":[\"2\",\"4\"],\"refused\":[{\"line\":1,\"detail\":\"no\"}]}");
    isStored(good, 2);
    assertThatThrownBy(bad::join).hasCauseInstanceOf(MessinaException.Refused.class);
    isStored(last, 4);
  }

  private Request afterGiving(int number) {
    var unused = give(LOW, number);
    return server.next();
  }

  @Test
  void events_that_fit_no_part_wait_for_the_next_request_in_their_order() {
    begin("");
    Request first = afterGiving(1);
    List<CompletableFuture<Optional<EventId>>> all =
        IntStream.range(0, 500)
            .mapToObj(
                number ->
                    appender.append(
                        NewEvent.of(LOW, Payload.json("\"%01000d\"".formatted(number)))))
            .toList();
    store(first);
    Request second = server.next();
    Request third = null;
    List<String> payloads = BatchReading.payloads(second.bytes());
    assertThat(payloads.size()).isBetween(200, 260);
    while (payloads.size() < 500) {
      stored(second, ids(BatchReading.payloads(second.bytes())));
      third = server.next();
      payloads =
          IntStream.range(0, payloads.size() + BatchReading.payloads(third.bytes()).size())
              .mapToObj("\"%01000d\""::formatted)
              .toList();
      assertThat(payloads).endsWith(last(third));
      second = third;
    }
    stored(second, ids(BatchReading.payloads(second.bytes())));
    for (int i = 0; i < 500; i++) {
      isStored(all.get(i), i);
    }
  }

  private static String last(Request request) {
    List<String> payloads = BatchReading.payloads(request.bytes());
    return payloads.get(payloads.size() - 1);
  }

  private static List<String> ids(List<String> payloads) {
    return payloads.stream()
        .map(payload -> "" + Integer.parseInt(payload.replace("\"", "")))
        .toList();
  }

  @Test
  void a_stream_that_does_not_exist_refuses_its_events() {
    var event = give(LOW, 1);
    server.next().refuse(404, "stream_not_found");
    assertThatThrownBy(event::join).hasCauseInstanceOf(MessinaException.NotFound.class);
    var next = give(LOW, 2);
    define("");
    store(server.next());
    isStored(next, 2);
  }

  @Test
  void a_client_that_may_not_read_the_definition_sends_lines() {
    var event = give(LOW, 1);
    server.next().refuse(403, "forbidden");
    Request lines = server.next();
    assertThat(lines.header("Content-Type")).hasValue(LINES);
    stored(lines, List.of("1"));
    isStored(event, 1);
  }

  @Test
  void bodies_are_packed_where_that_is_chosen() throws IOException {
    BatchingAppender packing =
        new BatchingAppender(edits, AT_ONCE.withCompression(Compression.GZIP));
    var event = packing.append(NewEvent.of(LOW, Payload.json("1")));
    define("");
    Request request = server.next();
    assertThat(request.header("Content-Encoding")).hasValue("gzip");
    byte[] body = new GZIPInputStream(new ByteArrayInputStream(request.bytes())).readAllBytes();
    assertThat(BatchReading.payloads(body)).containsExactly("1");
    stored(request, List.of("1"));
    isStored(event, 1);
  }

  @Test
  void flushing_waits_for_events_whose_request_waits_for_the_definition() {
    var event = give(LOW, 1);
    CompletableFuture<Void> flushed = appender.flush();
    define("");
    Request request = server.next();
    assertThat(flushed).isNotDone();
    store(request);
    flushed.join();
    isStored(event, 1);
  }
}
