package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class WorkerLeasesTest extends WorkerScenario {

  private static final String SUSPECT = ",\"suspect\":true";

  private static String remaining(long millis) {
    return ",\"lease_remaining_ms\":" + millis;
  }

  private static void handOut(Request claim, String... events) {
    claim.answer(200, events(List.of(events)));
  }

  @Test
  void an_event_whose_lease_ended_on_the_way_is_given_back_unbegun() {
    ClaimWorker.start(scoring, OPTIONS, this::slow);
    handOut(next(CLAIM), event("1", remaining(0)));
    assertThat(find(RELEASE).body()).isEqualTo("{\"receipts\":[\"r1\"]}");
    assertThat(begun).isEmpty();
  }

  @Test
  void an_event_whose_lease_is_about_to_end_is_not_begun() {
    ClaimWorker.start(scoring, OPTIONS, this::slow);
    handOut(next(CLAIM), event("1", remaining(2_900)));
    find(RELEASE);
    assertThat(begun).isEmpty();
  }

  @Test
  void a_lease_runs_from_the_first_bytes_of_the_answer() throws Exception {
    ClaimWorker.start(scoring, OPTIONS, this::slow);
    Request claim = next(CLAIM);
    String answer = events(List.of(event("1", remaining(30_000))));
    int looks = surroundings.looks();
    claim.begin(answer);
    surroundings.awaitLooks(looks + 1);
    surroundings.pass(Duration.ofSeconds(30));
    claim.end(answer);
    find(RELEASE);
    assertThat(begun).isEmpty();
  }

  @Test
  void leases_that_would_end_before_the_next_look_are_extended_at_once() throws Exception {
    ClaimWorker.start(scoring, OPTIONS, this::slow);
    handOut(next(CLAIM), event("1", remaining(30_000)), event("2", remaining(9_000)));
    begun.take();
    assertThat(next(EXTEND).body()).isEqualTo("{\"receipts\":[\"r2\"],\"lease\":\"30s\"}");
  }

  @Test
  void an_event_whose_extension_is_in_doubt_is_kept() throws Exception {
    ClaimWorker.start(scoring, OPTIONS, this::slow);
    hand(next(CLAIM), "1", "2");
    begun.take();
    surroundings.fire(THIRD_OF_LEASE);
    settle(next(EXTEND), "retry", "r1", "r2");
    surroundings.fire(THIRD_OF_LEASE);
    assertThat(next(EXTEND).body()).contains("r1", "r2");
    mayFinish.countDown();
    assertThat(begun.take()).isEqualTo("2");
  }

  @Test
  void an_executor_that_comes_too_late_gives_the_event_back() throws Exception {
    BlockingQueue<Runnable> given = new LinkedBlockingQueue<>();
    ClaimWorker.start(scoring, OPTIONS, this::slow, given::add);
    hand(next(CLAIM), "1");
    Runnable late = given.take();
    surroundings.pass(Duration.ofSeconds(28));
    late.run();
    assertThat(find(RELEASE).body()).contains("r1");
    assertThat(begun).isEmpty();
  }

  @Test
  void a_suspect_is_handled_with_nothing_else_in_hand() throws Exception {
    ClaimWorker.start(scoring, OPTIONS.withConcurrency(4), this::slow);
    handOut(next(CLAIM), event("1", SUSPECT), event("2", ""), event("3", SUSPECT));
    Request release = next(RELEASE);
    assertThat(release.body()).isEqualTo("{\"receipts\":[\"r3\"]}");
    assertThat(begun.take()).isEqualTo("2");
    mayFinish.countDown();
    Request ack = next(ACK);
    settle(release, "ok", "r3");
    assertThat(begun).isEmpty();
    settle(ack, "ok", "r2");
    assertThat(begun.take()).isEqualTo("1");
    settle(next(ACK), "ok", "r1");
    assertThat(next(CLAIM).body()).startsWith("{\"limit\":1,");
  }

  @Test
  void once_no_suspect_comes_as_many_are_claimed_as_before() throws Exception {
    ClaimWorker.start(scoring, OPTIONS.withConcurrency(4), this::slow);
    handOut(next(CLAIM), event("1", SUSPECT));
    begun.take();
    mayFinish.countDown();
    settle(next(ACK), "ok", "r1");
    hand(next(CLAIM));
    assertThat(next(CLAIM).body()).startsWith("{\"limit\":8,");
  }

  @Test
  void a_claim_whose_answer_is_too_large_is_made_smaller() {
    try (MessinaClient small = server.client(surroundings).answerBytesMax(100).build()) {
      ClaimWorker worker =
          ClaimWorker.start(small.stream("edits").group("scoring"), OPTIONS, this::slow);
      Request claim = next(CLAIM);
      assertThat(claim.body()).startsWith("{\"limit\":2,\"max_bytes\":50,");
      hand(claim, "1", "2");
      surroundings.fire(Duration.ofMillis(75));
      Request smaller = next(CLAIM);
      assertThat(smaller.body()).startsWith("{\"limit\":1,");
      hand(smaller, "1");
      assertThatThrownBy(() -> worker.ended().join())
          .hasCauseInstanceOf(MessinaException.Failed.class)
          .hasMessageContaining("answer_too_large");
    }
  }
}
