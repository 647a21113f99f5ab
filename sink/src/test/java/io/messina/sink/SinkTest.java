package io.messina.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.sink.SinkFormat;
import io.messina.connectors.webhook.WebhookKeys;
import io.messina.sink.Receiver.Answer;
import io.messina.sink.Receiver.Request;
import io.messina.testkit.SystemWaiting;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SinkTest extends SinkFixture {

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private void awaitPosted(long events) {
    SystemWaiting.until(() -> report().totals().posted() >= events, () -> report().toString());
  }

  private void checkOrderOfKeys(int events) {
    for (int key = 0; key < 4; key++) {
      int of = key;
      assertThat(received().stream().filter(n -> n % 4 == of))
          .containsExactlyElementsOf(numbers(0, events).stream().filter(n -> n % 4 == of).toList());
    }
  }

  @Test
  void events_come_in_batches_and_those_of_a_key_in_their_order() {
    append(0, 95);
    put(options());
    awaitPosted(95);
    checkOrderOfKeys(95);
    assertThat(receiver.requests()).allMatch(it -> it.numbers().size() <= 10);
    assertThat(receiver.requests().size()).isBetween(10, 12);
    Request first = receiver.requests().getFirst();
    assertThat(first.path()).isEqualTo("/in?from=messina");
    assertThat(first.header("content-type")).isEqualTo("application/x-ndjson");
    assertThat(first.body().lines()).hasSize(10).allMatch(it -> it.contains("\"position\":\""));
    assertThat(first.header("messina-batch")).matches("edits~1/[01]/\\d+\\.\\d+-\\d+\\.\\d+");
    SystemWaiting.until(() -> report().lag().equals(Optional.of(0L)));
    assertThat(report().running()).isTrue();
    assertThat(report().trouble()).isEmpty();
    assertThat(report().totals().batches()).isEqualTo(receiver.requests().size());
  }

  @Test
  void a_request_is_signed_and_has_its_headers_with_secrets() {
    append(0, 3);
    put(
        asking(
            SinkFormat.NDJSON,
            Map.of("Authorization", "Bearer {{secret.token}}", "content-type", "text/x"),
            Optional.of("env:KEY")));
    awaitPosted(3);
    Request request = receiver.requests().getFirst();
    assertThat(request.header("authorization")).isEqualTo("Bearer " + KEY.text());
    assertThat(request.header("content-type")).isEqualTo("text/x");
    assertThat(request.header("webhook-id")).doesNotContain(".");
    String covered =
        String.join(
            ".", request.header("webhook-id"), request.header("webhook-timestamp"), request.body());
    assertThat(
            WebhookKeys.verify(
                KEY,
                covered.getBytes(StandardCharsets.UTF_8),
                List.of(request.header("webhook-signature"))))
        .isTrue();
  }

  @Test
  void a_secret_that_is_missing_is_told_and_nothing_leaves() {
    append(0, 1);
    put(asking(SinkFormat.NDJSON, Map.of(), Optional.of("env:OTHER")));
    SystemWaiting.until(
        () -> report().trouble().filter(it -> it.contains("env:OTHER: nothing there")).isPresent());
    assertThat(receiver.requests()).isEmpty();
    put(asking(SinkFormat.NDJSON, Map.of(), Optional.empty()));
    awaitPosted(1);
  }

  @Test
  void cloud_events_are_a_list() {
    append(0, 1);
    put(asking(SinkFormat.CLOUDEVENTS, Map.of(), Optional.empty()));
    awaitPosted(1);
    assertThat(receiver.requests().getFirst().header("content-type"))
        .startsWith("application/cloudevents-batch+json");
    assertThat(receiver.requests().getFirst().body())
        .matches(
            "(?s)\\[\\{\"specversion\":\"1.0\",\"id\":\"[^\"]{28}\",\"source\":\"/v1/streams/edits\","
                + "\"type\":\"io.messina.event\",\"time\":\"[^\"]+\",\"partitionkey\":\"k0\",\"datacontenttype\":\"application/json\",\"data\":\\{"
                + " \"n\":0\\}\\}\\s*\\]");
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 401, 404, 408, 410, 425, 500})
  void the_same_batch_is_posted_again_until_it_is_taken(int status) {
    AtomicInteger left = new AtomicInteger(4);
    receiver.answer(_ -> left.getAndDecrement() > 0 ? Answer.of(status) : Answer.TAKEN);
    append(0, 4);
    put(options());
    awaitPosted(4);
    checkRepeats(4);
    assertThat(report().totals().deadLetters()).isZero();
    assertThat(report().totals().failures()).isEqualTo(4);
    assertThat(report().trouble()).isEmpty();
  }

  /** Each batch under a name of its own, whose events are the same at each attempt. */
  private void checkRepeats(int failures) {
    List<Request> requests = receiver.requests();
    Set<String> batches = new HashSet<>();
    Set<String> bodies = new HashSet<>();
    requests.forEach(
        it -> {
          batches.add(it.header("messina-batch"));
          bodies.add(it.body());
        });
    assertThat(batches).hasSize(requests.size() - failures);
    assertThat(bodies).hasSameSizeAs(batches);
  }

  @Test
  void it_waits_as_long_as_the_answer_asks_and_tells_so() {
    receiver.answer(_ -> Answer.of(503, "90"));
    append(0, 1);
    put(options());
    SystemWaiting.until(() -> report().trouble().isPresent());
    assertThat(report().trouble().orElseThrow())
        .startsWith("edits~1/")
        .endsWith(": answered with status 503; failures in a row: 1, posted again after 90s");
    receiver.answer(_ -> Answer.TAKEN);
    awaitPosted(1); // after 9 s, as the clock runs ten times as fast
    assertThat(receiver.requests()).hasSize(2);
    assertThat(report().trouble()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "soon", "", "Mon, 01 Jan 2001 00:00:00 GMT"})
  void an_answer_that_asks_for_no_wait_gets_the_usual_one(String retryAfter) {
    receiver.answer(_ -> Answer.of(429, retryAfter));
    append(0, 1);
    put(options());
    SystemWaiting.until(() -> report().trouble().isPresent());
    assertThat(report().trouble().orElseThrow())
        .doesNotContain("after 0")
        .doesNotContain("after -");
  }

  @ParameterizedTest
  @ValueSource(strings = {"86400", "99999999999999999999999"})
  void no_answer_asks_for_more_than_an_hour(String retryAfter) {
    receiver.answer(_ -> Answer.of(429, retryAfter));
    append(0, 1);
    put(options());
    SystemWaiting.until(() -> report().trouble().isPresent());
    assertThat(report().trouble().orElseThrow()).endsWith("posted again after 1h");
  }

  @Test
  void what_is_refused_is_halved_until_the_guilty_event_is_a_dead_letter() {
    receiver.answer(it -> Answer.of(it.numbers().contains(13) ? 400 : 200));
    append(0, 40);
    put(options());
    SystemWaiting.until(() -> report().totals().deadLetters() == 1);
    awaitPosted(39);
    assertThat(received().stream().filter(n -> n != 13).collect(Collectors.toSet())).hasSize(39);
    SystemWaiting.until(() -> report().lag().equals(Optional.of(0L)));
    var dead = sinks.deadLetters(OUT).read(10, Optional.empty());
    assertThat(dead).hasSize(1);
    assertThat(dead.getFirst().stored().event()).isEqualTo(event(13));
    assertThat(dead.getFirst().reason()).isEqualTo("answered with status 400");
    assertThat(dead.getFirst().attempts()).isBetween(1, 5);
  }
}
