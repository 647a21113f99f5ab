package io.messina.stream.log;

import static io.messina.stream.log.LaneRoom.LANE;
import static io.messina.stream.log.LaneRoom.TWO_ROWS_A_SEGMENT;
import static io.messina.stream.log.LaneRoom.at;
import static io.messina.stream.log.LaneRoom.positions;
import static io.messina.stream.log.LaneRoom.shown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.testkit.Faults;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class LaneWriterTest {

  private static final Faults BROKEN =
      new Faults(1, 0, 0, Duration.ofMillis(1), Duration.ofHours(1), Duration.ofSeconds(2), 1_000);

  @AutoClose private LaneRoom room = new LaneRoom();

  @Test
  void a_flush_is_one_plain_write_and_a_segment_one_more() {
    assertThat(room.appendEach(1)).isEqualTo(new StoreOperations(0, 0, 0, 2, 0));
    assertThat(room.appendEach(100)).isEqualTo(new StoreOperations(0, 0, 0, 100, 0));
  }

  @Test
  void what_arrives_while_a_flush_is_under_way_shares_the_next() {
    List<CompletableFuture<List<AppendedRun>>> answers = new ArrayList<>();

    StoreOperations cost =
        room.run(
            () -> {
              answers.add(room.begin());
              room.node.pause(Duration.ofNanos(1));
              for (int i = 0; i < 999; i++) {
                answers.add(room.begin());
              }
            });

    assertThat(cost).isEqualTo(new StoreOperations(0, 0, 0, 3, 0));
    assertThat(answers)
        .extracting(answer -> answer.join().getFirst().first().sequence())
        .isSorted()
        .hasSize(1_000);
    assertThat(shown(room.read(0, 1_000))).containsExactly("StoredBatch 0-1", "StoredBatch 1-1000");
    assertThat(room.writer.flushes().flushes()).isEqualTo(2);
    assertThat(room.writer.flushes().events()).isEqualTo(1_000);
    assertThat(room.writer.flushes().bytes()).isPositive();
  }

  @Test
  void an_append_that_is_too_large_for_a_row_takes_several() {
    room.run(() -> assertThat(positions(room.append(20_000))).hasSize(20_000).endsWith(at(19_999)));

    assertThat(room.writer.shownTo()).isEqualTo(at(20_000));
  }

  @Test
  void an_idle_lane_asks_nothing_of_the_store() {
    room.appendEach(1);

    assertThat(room.run(() -> room.node.pause(Duration.ofMinutes(10))))
        .isEqualTo(StoreOperations.NONE);
  }

  @Test
  void a_segment_ends_after_its_bytes_and_after_its_length() {
    room = room.with(TWO_ROWS_A_SEGMENT);
    room.appendEach(5);
    assertThat(segments()).containsExactly(0, 1, 2);

    room.simulation.runFor(Duration.ofHours(1));
    room.appendEach(1);
    assertThat(segments()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void what_may_not_be_acknowledged_is_neither_acknowledged_nor_shown() {
    room.mayAcknowledge.set(false);

    room.run(
        () -> assertThatThrownBy(() -> room.append(1)).isInstanceOf(AppendException.Unknown.class));

    assertThat(room.writer.shownTo()).isEqualTo(at(0));
    assertThat(room.tail.from(at(0))).isEmpty();
    assertThatThrownBy(() -> room.append(1)).isInstanceOf(AppendException.LaneClosed.class);
  }

  @Test
  void rows_are_written_before_those_ahead_are_shown_up_to_four_and_shown_in_their_order() {
    room.isLate = true;
    List<CompletableFuture<List<AppendedRun>>> answers = appendSix();
    assertThat(room.asked).hasSize(4);
    assertThat(room.writer.shownTo()).isEqualTo(at(0));

    for (int shown = 1; shown <= 6; shown++) {
      room.run(() -> room.asked.remove().accept(true));
      assertThat(room.writer.shownTo().sequence()).isGreaterThanOrEqualTo(shown);
      room.simulation.runFor(Duration.ofSeconds(1));
      if (room.asked.isEmpty()) {
        break;
      }
    }

    assertThat(room.asked).isEmpty();
    assertThat(room.writer.shownTo()).isEqualTo(at(6));
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(room.writer.isClosed()).isFalse();
  }

  @Test
  void a_lane_is_drained_once_all_that_is_durable_is_shown() {
    room.isLate = true;
    List<CompletableFuture<List<AppendedRun>>> answers = appendSix();
    CompletableFuture<Void> drained = new CompletableFuture<>();
    room.node.spawn(
        "drain",
        () -> {
          room.writer.drain();
          drained.complete(null);
        });
    room.simulation.runFor(Duration.ofSeconds(10));
    assertThat(drained).isNotDone();

    while (!room.asked.isEmpty()) {
      room.run(() -> room.asked.remove().accept(true));
      room.simulation.runFor(Duration.ofSeconds(1));
    }

    assertThat(drained).isDone();
    assertThat(answers).noneMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void one_row_that_may_not_be_shown_leaves_all_behind_it_unknown() {
    room.isLate = true;
    List<CompletableFuture<List<AppendedRun>>> answers = appendSix();
    room.run(() -> room.asked.remove().accept(true));
    room.run(() -> room.asked.remove().accept(false));
    room.run(() -> room.asked.remove().accept(true));

    assertThat(room.writer.isClosed()).isTrue();
    assertThat(room.writer.shownTo()).isEqualTo(at(1));
    assertThat(answers.getFirst()).isCompletedWithValueMatching(runs -> runs.size() == 1);
    assertThat(answers.subList(1, 6)).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  /** Six appends, each begun a second after the one before. */
  private List<CompletableFuture<List<AppendedRun>>> appendSix() {
    List<CompletableFuture<List<AppendedRun>>> answers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      room.run(() -> answers.add(room.writer.appendLater(EventRun.of(LaneRoom.events(1)))));
      room.simulation.runFor(Duration.ofSeconds(1));
    }
    return answers;
  }

  @Test
  void a_flush_that_is_given_up_closes_the_lane_and_refuses_what_waits() {
    room.stores.faults(BROKEN);
    List<CompletableFuture<List<AppendedRun>>> answers = new ArrayList<>();

    StoreOperations cost =
        room.run(
            () -> {
              answers.add(room.begin());
              room.node.pause(Duration.ofNanos(1));
              answers.add(room.begin());
            });

    assertThat(cost.plainWrites()).isEqualTo(LaneSettings.ATTEMPTS);
    assertThat(answers.get(0).exceptionNow()).isInstanceOf(AppendException.Unknown.class);
    assertThat(answers.get(1).exceptionNow()).isInstanceOf(AppendException.LaneClosed.class);
    assertThat(room.writer.isClosed()).isTrue();
  }

  @Test
  void a_full_lane_refuses_and_goes_on() {
    room = room.with(new LaneLimits(Duration.ofHours(1), 1 << 20, 1));
    List<CompletableFuture<List<AppendedRun>>> answers = new ArrayList<>();

    room.run(
        () -> {
          for (int i = 0; i < 3; i++) {
            answers.add(room.begin());
            room.node.pause(Duration.ofNanos(1));
          }
        });

    assertThat(answers.get(1)).isCompleted();
    assertThat(answers.get(2).exceptionNow()).isInstanceOf(AppendException.LaneFull.class);
    assertThat(room.appendEach(1).plainWrites()).isOne();
  }

  @Test
  void draining_answers_what_was_asked_for_and_refuses_what_comes_then() {
    List<CompletableFuture<List<AppendedRun>>> answers = new ArrayList<>();

    room.run(
        () -> {
          answers.add(room.begin());
          room.node.pause(Duration.ofNanos(1));
          answers.add(room.begin());
          room.writer.drain();
          assertThat(answers).allMatch(answer -> answer.state() == Future.State.SUCCESS);
          answers.add(room.begin());
        });

    assertThat(answers.get(2).exceptionNow()).isInstanceOf(AppendException.LaneClosed.class);
    assertThat(room.writer.isClosed()).isTrue();
  }

  private List<Integer> segments() {
    return new LaneSegments(room.stores.direct(), LANE, false)
        .below(Long.MAX_VALUE).stream().map(Segment::number).toList();
  }
}
