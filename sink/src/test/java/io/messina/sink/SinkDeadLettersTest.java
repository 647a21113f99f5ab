package io.messina.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.messina.api.EventId;
import io.messina.api.GroupName;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.runtime.RequestException;
import io.messina.sink.Receiver.Answer;
import io.messina.stream.EventAddress;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.testkit.SystemWaiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that nobody takes: 3, 7, 11 and 12 of twenty. */
class SinkDeadLettersTest extends SinkFixture {

  private static final Set<Integer> BAD = Set.of(3, 7, 11, 12);

  @BeforeEach
  void refuse() {
    receiver.answer(it -> Answer.of(it.numbers().stream().anyMatch(BAD::contains) ? 422 : 200));
    append(0, 20);
    put(options());
    awaitDead(4);
  }

  private void awaitDead(int letters) {
    SystemWaiting.until(
        () -> all().size() == letters && report().lag().equals(Optional.of(0L)),
        () -> report().toString());
  }

  private List<Letter> all() {
    return sinks.deadLetters(OUT).read(100, Optional.empty());
  }

  private int redrive(Redrive redrive) {
    return sinks.deadLetters(OUT).redrive(redrive);
  }

  @Test
  void pages_go_over_all_shards() {
    List<Letter> found = new ArrayList<>();
    Optional<EventAddress> after = Optional.empty();
    do {
      List<Letter> page = sinks.deadLetters(OUT).read(1, after);
      found.addAll(page);
      after = page.isEmpty() ? Optional.empty() : Optional.of(page.getLast().stored().id());
    } while (after.isPresent());
    assertThat(found).containsExactlyElementsOf(all()).hasSize(4);
  }

  @Test
  void what_is_redriven_is_gone_once_it_is_taken_and_what_is_refused_stays() {
    assertThat(redrive(Redrive.everything())).isZero();
    receiver.answer(it -> Answer.of(it.numbers().contains(12) ? 422 : 200));
    int before = receiver.requests().size();
    assertThat(redrive(Redrive.everything())).isEqualTo(3);
    assertThat(receiver.requests()).hasSize(before + 4);
    assertThat(all()).hasSize(1);
    receiver.answer(_ -> Answer.TAKEN);
    EventId id = new EventId(all().getFirst().stored().id().toString());
    assertThat(redrive(Redrive.of(List.of(id)))).isEqualTo(1);
    assertThat(redrive(Redrive.of(List.of(id)))).isZero();
    assertThat(all()).isEmpty();
    assertThat(report().totals().posted()).isEqualTo(20);
  }

  @Test
  void a_redrive_ends_where_nobody_answers_well() {
    receiver.answer(_ -> Answer.of(500));
    assertThatExceptionOfType(RequestException.Unavailable.class)
        .isThrownBy(() -> redrive(Redrive.atMost(2)))
        .withMessage("answered with status 500");
    assertThat(all()).hasSize(4);
    receiver.answer(_ -> Answer.TAKEN);
    assertThat(redrive(Redrive.atMost(2))).isEqualTo(2);
    assertThat(all()).hasSize(2);
  }

  @Test
  void they_are_discarded() {
    EventAddress id = all().get(1).stored().id();
    assertThat(sinks.deadLetters(OUT).discard(List.of(id))).isEqualTo(1);
    assertThat(sinks.deadLetters(OUT).discard(List.of(id))).isZero();
    assertThat(all()).hasSize(3);
    assertThat(sinks.deadLetters(OUT).discardAll()).isEqualTo(3);
    assertThat(all()).isEmpty();
  }

  @Test
  void they_stay_over_a_start_and_what_a_seek_posts_again_is_none_until_it_is_refused_again() {
    stop();
    start();
    SystemWaiting.until(() -> report().running());
    assertThat(all()).hasSize(4);
    receiver.answer(_ -> Answer.TAKEN);
    streams.stream(EDITS).group(new GroupName("sink.out.1")).seek(Start.earliest());
    awaitDead(0);
    SystemWaiting.until(() -> report().totals().posted() == 20, () -> report().toString());
  }
}
