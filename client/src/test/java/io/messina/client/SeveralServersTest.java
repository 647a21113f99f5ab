package io.messina.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Appended;
import io.messina.api.ClaimOptions;
import io.messina.api.Start;
import io.messina.api.StreamDefinition;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.ClientMetrics;
import io.messina.client.group.GroupClient;
import io.messina.client.internal.Background;
import io.messina.client.internal.ManualSurroundings;
import io.messina.client.internal.ScriptedServer;
import io.messina.client.internal.ScriptedServer.Request;
import io.messina.client.stream.StreamClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SeveralServersTest {

  private static final String STORED = "{\"accepted\":1,\"duplicates\":0,\"ids\":[\"e1\"]}";
  private static final String NO_STREAMS = "{\"streams\":[]}";
  private static final NewEvent EVENT = NewEvent.of("anna", Payload.json("1"));

  /** Three quarters of 100 ms, as the random number is one half. */
  private static final Duration FIRST_WAIT = Duration.ofMillis(75);

  private static final Duration SECOND_WAIT = Duration.ofMillis(150);
  private static final Duration TIME_OUT = Duration.ofSeconds(10);

  private final ScriptedServer first = new ScriptedServer();
  private final ScriptedServer second = new ScriptedServer();
  private final ManualSurroundings surroundings = new ManualSurroundings();
  private final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
  private final MessinaClient client = builder().build();
  private final StreamClient edits = client.stream("edits");
  private final GroupClient scoring = edits.group("scoring");

  private MessinaClientBuilder builder() {
    return TestClient.builder(
            List.of(first.url(), URI.create(second.url() + "/base/")), surroundings)
        .metrics(
            new ClientMetrics() {
              @Override
              public void retried(MessinaException why, Duration wait) {
                waits.add(wait);
              }
            });
  }

  @AfterEach
  void close() {
    client.close();
    first.close();
    second.close();
  }

  @Test
  void the_first_that_answers_is_asked_from_then_on() {
    first.close();
    for (int i = 0; i < 2; i++) {
      CompletableFuture<List<StreamDefinition>> streams = Background.call(client::streams);
      Request request = second.next();
      assertThat(request.what()).startsWith("GET /base/v1/streams");
      request.answer(200, NO_STREAMS);
      assertThat(streams.join()).isEmpty();
    }
    assertThat(waits).containsExactly(Duration.ZERO);
  }

  @Test
  void an_append_whose_connection_breaks_is_sent_to_the_next_with_the_same_key_and_body() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    Request lost = first.next();
    lost.hangUp();
    Request again = second.next();
    again.answer(202, STORED);
    assertThat(appended.join().accepted()).isEqualTo(1);
    assertThat(again.header("Idempotency-Key")).isEqualTo(lost.header("Idempotency-Key"));
    assertThat(again.body()).isEqualTo(lost.body());
    assertThat(waits).containsExactly(Duration.ZERO);
  }

  @Test
  void one_that_does_not_answer_in_time_is_followed_by_the_next() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    first.next();
    surroundings.fire(TIME_OUT);
    second.next().answer(202, STORED);
    assertThat(appended.join().accepted()).isEqualTo(1);
  }

  @Test
  void a_claim_that_may_have_been_done_is_not_repeated_but_the_next_one_is_sent_elsewhere() {
    CompletableFuture<List<ClaimedEvent>> lost = scoring.claimAsync(ClaimOptions.upTo(1));
    first.next().hangUp();
    assertThatThrownBy(lost::join).hasCauseInstanceOf(MessinaException.Unknown.class);
    CompletableFuture<List<ClaimedEvent>> claimed = scoring.claimAsync(ClaimOptions.upTo(1));
    second.next().answer(200, "{\"events\":[]}");
    assertThat(claimed.join()).isEmpty();
    assertThat(waits).isEmpty();
  }

  @Test
  void a_server_that_stops_or_is_not_ready_is_followed_by_the_next() {
    for (String code : List.of("shutting_down", "unavailable", "owner_unreachable")) {
      try (MessinaClient other = builder().build()) {
        CompletableFuture<List<ClaimedEvent>> claimed =
            other.stream("edits").group("scoring").claimAsync(ClaimOptions.upTo(1));
        first.next().refuseFor(503, code, 1);
        second.next().answer(200, "{\"events\":[]}");
        assertThat(claimed.join()).isEmpty();
      }
    }
    assertThat(waits).containsOnly(Duration.ZERO);
  }

  @Test
  void what_may_be_done_in_part_is_sent_to_the_next_only_where_none_was_connected() {
    CompletableFuture<Void> sought = Background.run(() -> scoring.seek(Start.earliest()));
    first.next().refuse(503, "shutting_down");
    assertThatThrownBy(sought::join).hasCauseInstanceOf(MessinaException.Unavailable.class);
    second.close();
    CompletableFuture<Void> again = Background.run(() -> scoring.seek(Start.earliest()));
    first.next().answer(204, "");
    again.join();
  }

  @Test
  void a_busy_server_is_not_left() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    first.next().refuse(429, "overloaded");
    surroundings.fire(FIRST_WAIT);
    first.next().answer(202, STORED);
    appended.join();
    assertThat(second.isQuiet()).isTrue();
  }

  @Test
  void after_all_have_failed_the_usual_wait_begins() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    first.next().hangUp();
    second.next().refuse(503, "unavailable");
    surroundings.fire(FIRST_WAIT);
    first.next().refuse(503, "unavailable");
    second.next().hangUp();
    surroundings.fire(SECOND_WAIT);
    first.next().answer(202, STORED);
    appended.join();
    assertThat(waits).containsExactly(Duration.ZERO, FIRST_WAIT, Duration.ZERO, SECOND_WAIT);
  }

  @Test
  void the_failure_of_all_names_each_with_its_cause() {
    first.close();
    try (MessinaClient once = builder().retries(RetryPolicy.NONE).build()) {
      CompletableFuture<Appended> appended = once.stream("edits").appendAsync(EVENT);
      second.next().refuse(503, "shutting_down");
      assertThatThrownBy(appended::join)
          .hasCauseInstanceOf(MessinaException.Unavailable.class)
          .cause()
          .hasMessage(
              "shutting_down: all servers failed: %s (not_connected: the connection was refused or"
                      .formatted(first.url())
                  + " broken), %s/base (shutting_down: d)".formatted(second.url()));
    }
    second.close();
    try (MessinaClient once = builder().retries(RetryPolicy.NONE).build()) {
      assertThatThrownBy(once::streams)
          .isInstanceOf(MessinaException.Unavailable.class)
          .hasMessageStartingWith("not_connected: all servers failed: " + first.url())
          .hasMessageContaining(second.url().toString());
    }
  }

  @Test
  void the_failure_of_all_is_in_doubt_if_one_did_not_answer() {
    RetryPolicy twice =
        new RetryPolicy(2, Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofSeconds(30));
    try (MessinaClient impatient = builder().retries(twice).build()) {
      CompletableFuture<Appended> appended = impatient.stream("edits").appendAsync(EVENT);
      first.next().hangUp();
      second.next().refuse(503, "unavailable");
      surroundings.fire(FIRST_WAIT);
      first.next().refuse(503, "unavailable");
      second.next().refuse(503, "unavailable");
      assertThatThrownBy(appended::join)
          .hasCauseInstanceOf(MessinaException.Unknown.class)
          .hasMessageContaining("no_answer: all servers failed");
    }
  }

  @Test
  void a_client_that_repeats_nothing_asks_the_next_only_where_nothing_was_done() {
    try (MessinaClient once = builder().retries(RetryPolicy.NONE).build()) {
      CompletableFuture<Appended> lost = once.stream("edits").appendAsync(EVENT);
      first.next().hangUp();
      assertThatThrownBy(lost::join).hasCauseInstanceOf(MessinaException.Unknown.class);
      CompletableFuture<Appended> appended = once.stream("edits").appendAsync(EVENT);
      second.next().refuse(503, "shutting_down");
      first.next().answer(202, STORED);
      assertThat(appended.join().accepted()).isEqualTo(1);
    }
  }

  @Test
  void nothing_is_sent_to_the_next_after_the_time_for_repeats() {
    RetryPolicy brief =
        new RetryPolicy(3, Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofSeconds(9));
    try (MessinaClient hurried = builder().retries(brief).build()) {
      CompletableFuture<Appended> appended = hurried.stream("edits").appendAsync(EVENT);
      first.next();
      surroundings.fire(TIME_OUT);
      assertThatThrownBy(appended::join)
          .hasCauseInstanceOf(MessinaException.Unknown.class)
          .hasMessageContaining("time_out: no answer within 10s");
    }
  }

  @Test
  void urls_may_be_separated_by_commas() {
    first.close();
    String urls = first.url() + ", " + second.url() + "/";
    try (MessinaClient both = MessinaClient.connect(urls)) {
      CompletableFuture<List<StreamDefinition>> streams = Background.call(both::streams);
      second.next().answer(200, NO_STREAMS);
      assertThat(streams.join()).isEmpty();
    }
    assertThatThrownBy(() -> MessinaClient.connect("http://a:8420,"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("url:  (expected: as in http://127.0.0.1:8420)");
  }
}
