package io.messina.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Appended;
import io.messina.api.SourceBatch;
import io.messina.api.StreamName;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.internal.ScriptedServer.Request;
import io.messina.client.stream.AppendOptions;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BatchesUnderWayTest {

  private static final String STORED = "{\"accepted\":1,\"duplicates\":0,\"ids\":[\"e1\"]}";
  private static final List<NewEvent> EVENTS = List.of(NewEvent.of("anna", Payload.json("1")));
  private static final Duration TIME_OUT = Duration.ofSeconds(10);

  private final ScriptedServer server = new ScriptedServer();
  private final ManualSurroundings surroundings = new ManualSurroundings();
  private final MessinaClient client =
      server.client(surroundings).retries(RetryPolicy.NONE).build();
  private final StreamClient edits = client.stream("edits");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void no_batch_goes_64_beyond_one_that_is_under_way() {
    CompletableFuture<Appended> first = send(edits, 3);
    Request request = server.next();
    begin(edits, 66);
    assertRefused(edits, 67, 3);
    request.answer(202, STORED);
    first.join();
    begin(edits, 67);
    assertRefused(edits, 130, 66);
  }

  @Test
  void a_batch_that_may_be_there_counts_until_it_is_acknowledged() {
    CompletableFuture<Appended> lost = send(edits, 3);
    server.next().hangUp();
    assertThatThrownBy(lost::join).hasCauseInstanceOf(MessinaException.Unknown.class);
    assertRefused(edits, 67, 3);
    CompletableFuture<Appended> again = send(edits, 3);
    server.next().answer(202, STORED);
    again.join();
    begin(edits, 67);
  }

  @Test
  void a_batch_that_the_server_had_no_room_for_counts_until_it_is_given_up() {
    CompletableFuture<Appended> unavailable = send(edits, 3);
    server.next().refuse(429, "overloaded");
    assertThatThrownBy(unavailable::join).hasCauseInstanceOf(MessinaException.Overloaded.class);
    assertRefused(edits, 67, 3);
    client.stream("edits").giveUp(new SourceBatch("s", 3));
    begin(edits, 67);
  }

  @Test
  void a_batch_that_is_being_sent_counts_although_it_is_given_up() {
    begin(edits, 3);
    edits.giveUp(new SourceBatch("s", 3));
    assertRefused(edits, 67, 3);
  }

  @Test
  void a_batch_that_is_wrong_counts_no_more() {
    CompletableFuture<Appended> wrong = send(edits, 3);
    server.next().refuse(422, "schema_violation");
    assertThatThrownBy(wrong::join).hasCauseInstanceOf(MessinaException.Refused.class);
    begin(edits, 67);
  }

  @Test
  void a_batch_whose_future_is_cancelled_is_broken_off_and_counts() {
    CompletableFuture<Appended> cancelled = send(edits, 3);
    server.next();
    cancelled.cancel(true);
    assertThat(surroundings.isScheduled(TIME_OUT)).isFalse();
    assertRefused(edits, 67, 3);
  }

  @Test
  void whoever_sends_to_a_stream_by_one_client_sees_its_batches() {
    begin(edits, 3);
    assertRefused(client.stream("edits"), 67, 3);
    begin(client.stream("scores"), 67);
    var unused = edits.appendAsync(EVENTS, AppendOptions.numbered("other", 67));
  }

  @Test
  void a_batch_that_is_sent_twice_at_once_counts_until_both_have_ended() {
    BatchesUnderWay batches = new BatchesUnderWay(2);
    StreamName stream = new StreamName("edits");
    SourceBatch batch = new SourceBatch("s", 7);
    CompletableFuture<String> acknowledged = new CompletableFuture<>();
    CompletableFuture<String> failed = new CompletableFuture<>();
    CompletableFuture<String> last = new CompletableFuture<>();
    var unusedFirst = batches.during(stream, batch, () -> acknowledged);
    var unusedSecond = batches.during(stream, batch, () -> failed);
    acknowledged.complete("stored");
    var unusedThird = batches.during(stream, batch, () -> last);
    failed.completeExceptionally(new IllegalStateException("gone"));
    batches.giveUp(stream, batch);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                batches.during(
                    stream, new SourceBatch("s", 7 + BatchesUnderWay.WINDOW), () -> last));
    last.complete("stored");
    assertThat(batches.isEmpty()).isTrue();
  }

  @Test
  void a_batch_that_could_not_be_sent_at_all_does_not_count() {
    BatchesUnderWay batches = new BatchesUnderWay(2);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                batches.during(
                    new StreamName("edits"),
                    new SourceBatch("s", 7),
                    () -> {
                      throw new IllegalStateException("closed");
                    }));
    assertThat(batches.isEmpty()).isTrue();
  }

  @Test
  void only_so_many_batches_are_under_way_and_none_is_remembered_once_it_is_answered() {
    BatchesUnderWay batches = new BatchesUnderWay(2);
    StreamName stream = new StreamName("edits");
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    assertThat(batches.during(stream, new SourceBatch("a", 1), () -> first)).isNotDone();
    assertThat(batches.during(stream, new SourceBatch("b", 1), () -> second)).isNotDone();
    assertThat(batches.during(stream, new SourceBatch("b", 1), () -> second)).isNotDone();
    assertThatThrownBy(batches.during(stream, new SourceBatch("c", 1), () -> second)::join)
        .hasCauseInstanceOf(MessinaException.Overloaded.class);
    first.complete("stored");
    second.complete("stored");
    assertThat(batches.isEmpty()).isTrue();
  }

  private static CompletableFuture<Appended> send(StreamClient stream, long number) {
    return stream.appendAsync(EVENTS, AppendOptions.numbered("s", number));
  }

  private static void begin(StreamClient stream, long number) {
    var unused = send(stream, number);
  }

  private static void assertRefused(StreamClient stream, long number, long because) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> begin(stream, number))
        .withMessageContaining(number + " while " + because);
  }
}
