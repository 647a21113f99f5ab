package io.messina.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.messina.api.Start;
import io.messina.api.message.protocol.HttpLimits;
import io.messina.api.sink.SinkFormat;
import io.messina.api.sink.SinkPace;
import io.messina.api.sink.SinkRequest;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.sink.Receiver.Answer;
import io.messina.stream.StreamId;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SinkLifeTest extends SinkFixture {

  private void awaitReceived(int events) {
    SystemWaiting.until(
        () -> new HashSet<>(received()).size() >= events, () -> report().toString());
  }

  private void awaitAllPosted() {
    SystemWaiting.until(
        () -> report().running() && report().lag().equals(Optional.of(0L)),
        () -> report().toString());
  }

  @Test
  void nothing_is_lost_where_the_process_ends_in_the_middle() {
    AtomicInteger requests = new AtomicInteger();
    receiver.answer(_ -> Answer.of(requests.incrementAndGet() % 3 == 0 ? 500 : 200));
    append(0, 200);
    put(options());
    awaitReceived(40);
    stop();
    append200AfterStart();
    awaitReceived(400);
    awaitAllPosted();
    assertThat(new HashSet<>(received())).hasSize(400);
  }

  private void append200AfterStart() {
    start();
    append(200, 200);
  }

  @Test
  void an_end_cuts_a_request_that_nobody_answers_and_its_batch_is_posted_again() {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    receiver.answer(
        _ -> {
          asked.countDown();
          await(end);
          return Answer.TAKEN;
        });
    append(0, 1);
    put(options());
    await(asked);
    stop();
    receiver.answer(_ -> Answer.TAKEN);
    end.countDown();
    start();
    awaitAllPosted();
    assertThat(received()).containsExactly(0, 0);
    assertThat(receiver.requests().get(0).header("messina-batch"))
        .isEqualTo(receiver.requests().get(1).header("messina-batch"));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_stream_that_is_created_again_is_posted_from_its_beginning() {
    append(0, 5);
    put(options());
    awaitReceived(5);
    var _ = streams.delete(EDITS);
    create();
    SystemWaiting.until(
        () -> streams.stream(EDITS).definition().id().equals(new StreamId(EDITS, 2)));
    append(5, 5);
    awaitReceived(10);
    assertThat(received()).hasSize(10);
    assertThat(receiver.requests().getLast().header("messina-batch")).startsWith("edits~2/");
  }

  @Test
  void other_options_go_on_where_it_is_and_another_creation_at_the_oldest_event() {
    append(0, 5);
    put(options());
    awaitReceived(5);
    awaitAllPosted();
    put(asking(SinkFormat.CLOUDEVENTS, Map.of(), Optional.empty()));
    append(5, 5);
    awaitReceived(10);
    awaitAllPosted();
    assertThat(received()).hasSize(10);
    assertThat(report().definition().generation()).isEqualTo(1);
    assertThat(sinks.jobs().delete(OUT.value(), Precondition.NONE)).isTrue();
    put(options());
    SystemWaiting.until(() -> received().size() == 20, () -> report().toString());
    assertThat(report().definition().generation()).isEqualTo(2);
  }

  @Test
  void a_sink_can_begin_behind_what_is_there() {
    append(0, 5);
    put(from(options(), Start.latest()));
    SystemWaiting.until(() -> report().running());
    append(5, 5);
    awaitReceived(5);
    awaitAllPosted();
    assertThat(received()).containsExactlyInAnyOrder(5, 6, 7, 8, 9);
  }

  @Test
  void a_private_address_is_not_asked_unless_it_may_be() {
    append(0, 1);
    put(options().limits(HttpLimits.DEFAULT));
    SystemWaiting.until(() -> report().trouble().isPresent());
    assertThat(report().trouble().orElseThrow()).contains("allow_private");
    assertThat(receiver.requests()).isEmpty();
    assertThat(report().totals().deadLetters()).isZero();
    put(options());
    awaitReceived(1);
  }

  @Test
  void events_leave_no_faster_than_they_may() {
    append(0, 40);
    long beganNanos = System.nanoTime();
    put(
        options()
            .pace(
                new SinkPace(
                    1000, 1 << 20, Optional.of(4), Duration.ofMillis(20), Duration.ofMillis(20))));
    awaitReceived(40);
    assertThat(receiver.requests()).allMatch(it -> it.numbers().size() <= 2);
    // Ten seconds of a clock that runs ten times as fast, but for the first and the last events.
    assertThat(System.nanoTime() - beganNanos).isGreaterThan(Duration.ofMillis(700).toNanos());
  }

  @Test
  void a_body_is_no_larger_than_it_may_be() {
    append(0, 40);
    put(
        options()
            .pace(
                new SinkPace(
                    1000, 1024, Optional.empty(), Duration.ofMillis(20), Duration.ofMillis(20))));
    awaitReceived(40);
    awaitAllPosted();
    assertThat(received()).hasSize(40);
    assertThat(receiver.requests()).allMatch(it -> it.body().length() <= 1024);
  }

  @Test
  void what_cannot_be_is_refused_at_once() {
    assertThatExceptionOfType(RequestException.Refused.class)
        .isThrownBy(
            () -> put(asking(SinkFormat.NDJSON, Map.of("x", "{{secret.no}}"), Optional.empty())))
        .withMessageContaining("no secret of that name");
    assertThatExceptionOfType(RequestException.Refused.class)
        .isThrownBy(() -> put(asking(SinkFormat.NDJSON, Map.of("Host", "x"), Optional.empty())))
        .withMessageContaining("set by the client");
    SinkRequest request = options().request();
    for (int port : new int[] {0, 65_536}) {
      assertThatExceptionOfType(RequestException.Refused.class)
          .isThrownBy(
              () ->
                  put(
                      options()
                          .request(
                              new SinkRequest(
                                  "http://h.example:" + port + "/",
                                  request.format(),
                                  request.headers(),
                                  request.secrets(),
                                  request.signingSecret()))))
          .withMessageContaining("url: port " + port + " (expected: from 1 to 65535)");
    }
    assertThatExceptionOfType(RequestException.NotFound.class).isThrownBy(this::report);
  }
}
