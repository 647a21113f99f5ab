package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.Output;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OutboxTest {

  private static final StreamName OUT = new StreamName("out");
  private static final int OUTPUT_BYTES = 400_000;
  private static final long BYTES_MAX = 1_500_000;

  private final Queue<Runnable> mail = new ArrayDeque<>();
  private final List<Integer> appends = new ArrayList<>();
  private final Queue<CompletableFuture<String>> answers = new ArrayDeque<>();
  private final Outbox outbox = new Outbox(new Shell(), "prefix/", BYTES_MAX);

  private final class Shell implements Outbox.Shell {

    @Override
    public CompletableFuture<?> append(StreamName target, List<Event> events) {
      appends.add(events.size());
      CompletableFuture<String> answer = new CompletableFuture<>();
      answers.add(answer);
      return answer;
    }

    @Override
    public void post(Runnable task) {
      mail.add(task);
    }

    @Override
    public void postAfter(Duration delay, Runnable task) {
      mail.add(task);
    }

    @Override
    public Duration jitter(ExponentialBackoff backoff, int failures) {
      return Duration.ZERO;
    }
  }

  @Test
  void it_is_full_by_the_bytes_of_its_outputs_and_appends_a_few_at_a_time() {
    add(4);
    assertThat(outbox.isFull()).isTrue();
    outbox.flush();
    assertThat(appends).containsExactly(3);
    answer();
    assertThat(outbox.isFull()).isFalse();
    assertThat(outbox.oldest()).isEqualTo(3);
    outbox.flush();
    answer();
    assertThat(appends).containsExactly(3, 1);
    assertThat(outbox.oldest()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void what_fails_again_and_again_is_told_until_it_succeeds() {
    add(1);
    outbox.flush();
    for (int i = 0; i < 2; i++) {
      fail();
      assertThat(outbox.trouble()).isEmpty();
    }
    fail();
    assertThat(outbox.trouble())
        .contains("outputs to out cannot be appended: java.lang.IllegalStateException: absent");
    answer();
    assertThat(outbox.trouble()).isEmpty();
  }

  @Test
  void an_output_whose_key_another_one_has_counts_as_appended_and_holds_up_none() {
    for (int i = 0; i < 4; i++) {
      outbox.add(i, i, List.of(new Output(OUT, Event.of(Bytes.utf8("output " + i)))));
    }
    outbox.flush();
    refuse();
    assertThat(appends).containsExactly(4, 2);
    refuse();
    refuse();
    assertThat(appends).as("the second one").containsExactly(4, 2, 1, 1);
    answer();
    assertThat(outbox.oldest()).isEqualTo(2);
    answer();
    assertThat(appends).containsExactly(4, 2, 1, 1, 2);
    assertThat(outbox.oldest()).isEqualTo(Long.MAX_VALUE);
    assertThat(outbox.trouble()).isEmpty();
    add(1);
    outbox.flush();
    answer();
    assertThat(outbox.oldest()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void nothing_is_committed_behind_the_first_event_of_a_round_whose_output_waits() {
    outbox.add(3, 9, List.of(new Output(OUT, Event.of(Bytes.utf8("of 3, 5 and 9")))));

    assertThat(outbox.oldest()).isEqualTo(3);
  }

  private void add(int outputs) {
    for (int i = 0; i < outputs; i++) {
      Event event = Event.of(Bytes.wrap(new byte[OUTPUT_BYTES]));
      outbox.add(i, i, List.of(new Output(OUT, event)));
    }
  }

  private void answer() {
    answers.remove().complete("appended");
    handleMail();
  }

  private void fail() {
    answers.remove().completeExceptionally(new IllegalStateException("absent"));
    handleMail();
  }

  private void refuse() {
    answers
        .remove()
        .completeExceptionally(
            new RequestException.Refused(RequestException.Refused.Reason.KEY_USED, "key: used"));
    handleMail();
  }

  private void handleMail() {
    while (!mail.isEmpty()) {
      mail.remove().run();
    }
  }
}
