package io.messina.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Appended;
import io.messina.api.ClaimOptions;
import io.messina.api.EventId;
import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptStatus;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamOptions;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.GroupClient;
import io.messina.client.internal.Background;
import io.messina.client.internal.ManualSurroundings;
import io.messina.client.internal.ScriptedServer;
import io.messina.client.internal.ScriptedServer.Request;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RetriesTest {

  private static final String STORED = "{\"accepted\":1,\"duplicates\":0,\"ids\":[\"e1\"]}";
  private static final NewEvent EVENT = NewEvent.of("anna", Payload.json("1"));

  /** Three quarters of 100 ms, as the random number is one half. */
  private static final Duration FIRST_WAIT = Duration.ofMillis(75);

  private static final Duration SECOND_WAIT = Duration.ofMillis(150);
  private static final Duration TIME_OUT = Duration.ofSeconds(10);

  private final ScriptedServer server = new ScriptedServer();
  private final ManualSurroundings surroundings = new ManualSurroundings();
  private final MessinaClient client = server.client(surroundings).build();
  private final StreamClient edits = client.stream("edits");
  private final GroupClient scoring = edits.group("scoring");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void an_append_without_an_answer_is_sent_again_with_the_same_key_and_body() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    Request first = server.next();
    surroundings.fire(TIME_OUT);
    surroundings.fire(FIRST_WAIT);
    Request second = server.next();
    second.answer(202, STORED);
    assertThat(appended.join().ids()).containsExactly(Optional.of(new EventId("e1")));
    assertThat(first.header("Idempotency-Key")).contains("key-1");
    assertThat(second.header("Idempotency-Key")).contains("key-1");
    assertThat(second.body()).isEqualTo(first.body());
  }

  @Test
  void an_append_whose_connection_breaks_is_sent_again() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    server.next().hangUp();
    surroundings.fire(FIRST_WAIT);
    server.next().answer(202, STORED);
    assertThat(appended.join().accepted()).isEqualTo(1);
  }

  @Test
  void each_append_has_a_key_of_its_own() {
    CompletableFuture<Appended> one = edits.appendAsync(EVENT);
    Request first = server.next();
    first.answer(202, STORED);
    one.join();
    CompletableFuture<Appended> other = edits.appendAsync(EVENT);
    Request second = server.next();
    second.answer(202, STORED);
    other.join();
    assertThat(second.header("Idempotency-Key")).isNotEqualTo(first.header("Idempotency-Key"));
  }

  @Test
  void retry_after_is_waited_out_on_top_of_the_jitter() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    server.next().refuseFor(429, "overloaded", 3);
    surroundings.fire(Duration.ofSeconds(3).plus(FIRST_WAIT));
    server.next().answer(202, STORED);
    assertThat(appended.join().accepted()).isEqualTo(1);
  }

  @Test
  void waits_double() {
    CompletableFuture<List<StreamDefinition>> streams = Background.call(client::streams);
    server.next().refuse(503, "unavailable");
    surroundings.fire(FIRST_WAIT);
    server.next().refuse(503, "unavailable");
    surroundings.fire(SECOND_WAIT);
    server.next().answer(200, "{\"streams\":[]}");
    assertThat(streams.join()).isEmpty();
  }

  @Test
  void a_wait_beyond_the_policy_ends_it_at_once() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    server.next().refuseFor(503, "unavailable", 3600);
    assertThatThrownBy(appended::join)
        .hasCauseInstanceOf(MessinaException.Unavailable.class)
        .cause()
        .extracting(failure -> ((MessinaException) failure).problem().retryAfter())
        .isEqualTo(Optional.of(Duration.ofHours(1)));
  }

  @Test
  void the_last_attempt_tells_why() {
    RetryPolicy twice =
        new RetryPolicy(2, Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofSeconds(30));
    try (MessinaClient impatient = server.client(surroundings).retries(twice).build()) {
      CompletableFuture<Appended> appended = impatient.stream("edits").appendAsync(EVENT);
      server.next().refuse(503, "unavailable");
      surroundings.fire(FIRST_WAIT);
      server.next().refuse(503, "unknown_outcome");
      assertThatThrownBy(appended::join).hasCauseInstanceOf(MessinaException.Unknown.class);
    }
  }

  @Test
  void a_change_that_expects_a_tag_is_sent_again_only_where_it_was_not_begun() {
    CompletableFuture<StreamDefinition> created =
        Background.call(() -> edits.ifMatch("7a").create(StreamOptions.DEFAULT));
    server.next().refuse(429, "overloaded");
    surroundings.fire(FIRST_WAIT);
    Request second = server.next();
    assertThat(second.header("If-Match")).contains("\"7a\"");
    second.refuse(503, "unavailable");
    assertThatThrownBy(created::join).hasCauseInstanceOf(MessinaException.Unavailable.class);
    assertThat(surroundings.isScheduled(SECOND_WAIT)).isFalse();
  }

  @Test
  void a_claim_of_unknown_outcome_is_not_sent_again() {
    CompletableFuture<List<ClaimedEvent>> claimed = scoring.claimAsync(ClaimOptions.upTo(1));
    server.next().refuse(503, "unknown_outcome");
    assertThatThrownBy(claimed::join).hasCauseInstanceOf(MessinaException.Unknown.class);
    assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
  }

  @Test
  void a_claim_that_was_not_done_is_sent_again() {
    CompletableFuture<List<ClaimedEvent>> claimed = scoring.claimAsync(ClaimOptions.upTo(1));
    server.next().refuse(429, "overloaded");
    surroundings.fire(FIRST_WAIT);
    server.next().answer(200, "{\"events\":[]}");
    assertThat(claimed.join()).isEmpty();
  }

  @Test
  void deleting_a_stream_is_not_repeated_where_it_may_have_been_done() {
    CompletableFuture<Void> deleted = Background.run(edits::delete);
    server.next().hangUp();
    assertThatThrownBy(deleted::join).hasCauseInstanceOf(MessinaException.Unknown.class);
    assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
  }

  @Test
  void a_purge_that_is_unavailable_may_be_done_in_part_and_is_not_repeated() {
    CompletableFuture<Void> purged = Background.run(scoring::purge);
    server.next().refuse(503, "unavailable");
    assertThatThrownBy(purged::join).hasCauseInstanceOf(MessinaException.Unavailable.class);
    assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
  }

  @Test
  void a_seek_that_the_server_had_no_room_for_is_sent_again() {
    CompletableFuture<Void> sought = Background.run(() -> scoring.seek(Start.earliest()));
    server.next().refuse(429, "overloaded");
    surroundings.fire(FIRST_WAIT);
    server.next().answer(204, "");
    sought.join();
  }

  @Test
  void an_acknowledgement_is_repeated_until_it_is_answered() {
    CompletableFuture<List<ReceiptResult>> acked = scoring.ackAsync(List.of(new Receipt("r1")));
    server.next().hangUp();
    surroundings.fire(FIRST_WAIT);
    server.next().answer(200, "{\"results\":[{\"receipt\":\"r1\",\"status\":\"ok\"}]}");
    assertThat(acked.join())
        .containsExactly(new ReceiptResult(new Receipt("r1"), ReceiptStatus.OK, Optional.empty()));
  }

  @Test
  void what_is_wrong_is_not_sent_again() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    server.next().refuse(422, "schema_violation");
    assertThatThrownBy(appended::join).hasCauseInstanceOf(MessinaException.Refused.class);
    assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
  }

  @Test
  void a_long_poll_may_take_its_wait_and_the_time_out() {
    CompletableFuture<List<ClaimedEvent>> claimed =
        scoring.claimAsync(ClaimOptions.upTo(1).withWait(Duration.ofSeconds(20)));
    server.next();
    surroundings.fire(Duration.ofSeconds(20).plus(TIME_OUT));
    assertThatThrownBy(claimed::join)
        .hasCauseInstanceOf(MessinaException.Unknown.class)
        .hasMessageContaining("time_out");
  }

  @Test
  void a_redrive_may_take_as_long_as_its_rate_lets_it() {
    CompletableFuture<Integer> redriven =
        Background.call(() -> scoring.deadLetters().redrive(Redrive.everything().atRate(1)));
    Request request = server.next();
    assertThat(surroundings.isScheduled(Duration.ofDays(1).plus(TIME_OUT))).isTrue();
    request.answer(200, "{\"redriven\":7}");
    assertThat(redriven.join()).isEqualTo(7);
  }

  @Test
  void nobody_listening_means_that_nothing_was_done() {
    server.close();
    CompletableFuture<Void> deleted = Background.run(edits::delete);
    surroundings.fire(FIRST_WAIT);
    surroundings.fire(SECOND_WAIT);
    client.close();
    assertThatThrownBy(deleted::join).hasCauseInstanceOf(MessinaException.class);
  }

  @Test
  void cancelling_a_future_ends_its_retries() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    server.next();
    appended.cancel(true);
    assertThat(surroundings.isScheduled(TIME_OUT)).isFalse();
  }

  @Test
  void closing_the_client_ends_what_is_under_way() {
    CompletableFuture<Appended> appended = edits.appendAsync(EVENT);
    server.next();
    client.close();
    assertThatThrownBy(appended::join)
        .hasCauseInstanceOf(MessinaException.Unknown.class)
        .hasMessageContaining("closed");
  }

  @Test
  void an_interrupted_caller_gets_an_answer_and_stays_interrupted() {
    StreamClient blocking = client.stream("edits");
    Thread.currentThread().interrupt();
    assertThatThrownBy(blocking::get).isInstanceOf(MessinaException.Unknown.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
