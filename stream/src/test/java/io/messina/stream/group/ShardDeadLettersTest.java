package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.GROUP;
import static io.messina.stream.group.GroupRoom.LEASE;
import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ShardDeadLettersTest {

  @Test
  void an_event_is_finished_only_when_its_dead_letter_is_durable() {
    try (GroupRoom room = new GroupRoom(27, group())) {
      room.append("a", "b");
      List<ClaimedEvent> claimed = room.claim(2);
      room.process.refusesLetters = true;
      room.reject(claimed.subList(0, 1));
      room.simulation.runFor(Duration.ofSeconds(2));
      room.ack(claimed.subList(1, 2));
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.ask(() -> room.workers().status()).dead()).isZero();
      room.takeOver();

      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.dead()).containsExactly("a");
    }
  }

  @Test
  void a_rejected_event_goes_to_the_dead_letters_and_can_be_redriven_or_discarded() {
    try (GroupRoom room = new GroupRoom(9, group())) {
      room.append("a", "b", "c");
      List<ClaimedEvent> claimed = room.claim(3);
      room.reject(claimed);
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.dead()).containsExactly("a", "b", "c");
      Position a = claimed.get(0).receipt().position();
      Position b = claimed.get(1).receipt().position();
      DeliveryState state = room.ask(() -> room.workers().state(a));
      assertThat(state)
          .isEqualTo(new DeliveryState(DeliveryState.Stage.FAILED, "", 0, 1, "no good"));

      assertThat(room.ask(() -> room.workers().redrive(List.of(a)))).containsExactly(a);
      assertThat(room.ask(() -> room.workers().discard(List.of(a, b)))).containsExactly(b);
      assertThat(room.ask(() -> room.workers().discard(List.of(a, b)))).isEmpty();
      assertThat(room.dead()).as("but for those that are handed out again").containsExactly("c");
      List<ClaimedEvent> again = room.claim(3);
      assertThat(texts(again)).containsExactly("a");
      assertThat(again.getFirst().attempt()).isEqualTo(1);
      room.ack(again);
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.dead()).containsExactly("c");
      assertThat(room.ask(() -> room.workers().redrive(List.of(a)))).isEmpty();
    }
  }

  @Test
  void a_redriven_event_that_is_done_stays_so_through_a_crash_before_its_letter_is_deleted() {
    try (GroupRoom room = new GroupRoom(31, group())) {
      Position a = redrivenAndDone(room).getFirst();
      room.takeOver();

      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.dead()).isEmpty();
      assertThat(room.ask(() -> room.workers().redrive(List.of(a)))).isEmpty();
      assertThat(room.claim(10)).isEmpty();
    }
  }

  @Test
  void a_hand_over_with_letters_still_to_be_deleted_brings_none_of_them_back() {
    try (GroupRoom room = new GroupRoom(32, group())) {
      redrivenAndDone(room);
      room.process.refusesLetters = false;
      room.tell(() -> room.groups().drain());
      room.takeOver();

      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.dead()).isEmpty();
    }
  }

  /** Many redriven events are acknowledged while no letter can be deleted. */
  private static List<Position> redrivenAndDone(GroupRoom room) {
    room.append(IntStream.range(0, 300).mapToObj(Integer::toString).toArray(String[]::new));
    room.reject(room.claim(300));
    room.simulation.runFor(Duration.ofSeconds(2));
    List<Position> dead =
        room.ask(() -> room.workers().deadLetters(Position.START, 1_000)).stream()
            .map(each -> each.stored().id().position())
            .toList();
    assertThat(room.ask(() -> room.workers().redrive(dead))).hasSize(300);
    room.process.refusesLetters = true;
    assertThat(room.ack(room.claim(300))).containsOnly(ReceiptStatus.OK);
    DeliveryState state = room.ask(() -> room.workers().state(dead.getFirst()));
    assertThat(state.stage()).isEqualTo(DeliveryState.Stage.FINISHED);
    assertThat(room.dead()).isEmpty();
    return dead;
  }

  @Test
  void an_event_that_died_and_is_done_after_a_seek_back_is_done() {
    try (GroupRoom room = new GroupRoom(33, group())) {
      room.append("a");
      room.reject(room.claim(1));
      room.simulation.runFor(Duration.ofSeconds(2));
      room.tell(() -> room.workers().command(new GroupAction.Seek(Start.earliest())));
      List<ClaimedEvent> again = room.claim(1);
      Position a = again.getFirst().receipt().position();
      room.ack(again);

      assertThat(room.ask(() -> room.workers().state(a)).stage())
          .isEqualTo(DeliveryState.Stage.FINISHED);
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.dead()).isEmpty();
      room.takeOver();
      assertThat(room.dead()).isEmpty();
      assertThat(room.ask(() -> room.workers().state(a)).stage())
          .isEqualTo(DeliveryState.Stage.FINISHED);
    }
  }

  @Test
  void an_event_that_a_seek_hands_out_again_is_no_dead_letter_although_it_is_not_read_yet() {
    try (GroupRoom room = new GroupRoom(35, group())) {
      room.append("a");
      List<ClaimedEvent> claimed = room.claim(1);
      Position a = claimed.getFirst().receipt().position();
      room.reject(claimed);
      room.simulation.runFor(Duration.ofSeconds(2));
      room.takeOver();
      assertThat(room.dead()).containsExactly("a");
      room.process.refusesLog = true;
      room.tell(() -> room.workers().command(new GroupAction.Seek(Start.earliest())));

      assertThat(room.dead()).isEmpty();
      assertThat(room.ask(() -> room.workers().redrive(List.of(a)))).isEmpty();
      assertThat(room.ask(() -> room.workers().discard(List.of(a)))).isEmpty();
      room.process.refusesLog = false;
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.ack(room.claim(2))).containsExactly(ReceiptStatus.OK);
      assertThat(room.claim(1)).isEmpty();
      assertThat(room.dead()).isEmpty();
    }
  }

  @Test
  void a_letter_that_was_discarded_just_after_its_event_died_stays_away_through_a_crash() {
    try (GroupRoom room = new GroupRoom(36, group())) {
      room.append("a");
      List<ClaimedEvent> claimed = room.claim(1);
      Position a = claimed.getFirst().receipt().position();
      room.reject(claimed);
      room.simulation.runFor(Duration.ofMillis(200));
      assertThat(room.ask(() -> room.workers().discard(List.of(a)))).containsExactly(a);
      room.takeOver();
      room.simulation.runFor(Duration.ofSeconds(10));

      assertThat(room.dead()).isEmpty();
      assertThat(room.claim(1)).isEmpty();
    }
  }

  @Test
  void redrives_at_the_same_time_hand_each_letter_out_once() {
    try (GroupRoom room = new GroupRoom(34, group())) {
      room.append(IntStream.range(0, 20).mapToObj(Integer::toString).toArray(String[]::new));
      List<ClaimedEvent> claimed = room.claim(20);
      room.reject(claimed);
      room.simulation.runFor(Duration.ofSeconds(2));
      List<Position> all = claimed.stream().map(each -> each.receipt().position()).toList();

      List<String> handed = new CopyOnWriteArrayList<>();
      var one = room.begin(() -> redriveAndAck(room, all, handed));
      var other = room.begin(() -> redriveAndAck(room, all, handed));
      var gone = room.begin(() -> room.workers().discard(all.reversed()).size());

      int count = room.await(one) + room.await(other) + room.await(gone);
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(count).isEqualTo(20);
      assertThat(handed).doesNotHaveDuplicates();
      assertThat(room.claim(20)).isEmpty();
      assertThat(room.dead()).isEmpty();
    }
  }

  /** One after the other, each done before the next is asked for. */
  private static int redriveAndAck(GroupRoom room, List<Position> all, List<String> handed) {
    int count = 0;
    for (Position position : all) {
      count += room.workers().redrive(List.of(position)).size();
      List<ClaimedEvent> claimed = room.workers().claim(GroupRoom.asking(20));
      handed.addAll(texts(claimed));
      var ids = claimed.stream().map(each -> GroupRoom.id(each.receipt())).toList();
      var _ = room.workers().settle(new Outcome.Ack(), ids);
    }
    return count;
  }

  @Test
  void a_page_passes_over_letters_that_are_handed_out_again() {
    try (GroupRoom room = new GroupRoom(9, group())) {
      room.append("a", "b", "c");
      List<ClaimedEvent> claimed = room.claim(3);
      room.reject(claimed);
      room.simulation.runFor(Duration.ofSeconds(2));
      List<Position> both =
          claimed.stream().limit(2).map(event -> event.receipt().position()).toList();
      assertThat(room.ask(() -> room.workers().redrive(both))).hasSize(2);

      List<DeadEvent> page = room.ask(() -> room.workers().deadLetters(Position.START, 1));

      assertThat(page).hasSize(1);
      assertThat(page.getFirst().stored().id().position())
          .isEqualTo(claimed.get(2).receipt().position());
    }
  }

  @Test
  void a_redriven_event_that_has_left_the_log_is_handed_out_from_its_dead_letter() {
    try (GroupRoom room = new GroupRoom(10, group())) {
      room.append("a");
      List<ClaimedEvent> claimed = room.claim(1);
      room.reject(claimed);
      room.simulation.runFor(Duration.ofHours(3));
      room.takeOver();
      Position a = claimed.getFirst().receipt().position();
      assertThat(room.ask(() -> room.groups().event(a))).isEmpty();

      room.tell(() -> room.workers().redrive(List.of(a)));
      room.takeOver();

      assertThat(texts(room.claim(1))).containsExactly("a");
    }
  }

  @Test
  void an_unfinished_event_that_has_left_the_log_is_left_out_and_finished() {
    try (GroupRoom room = new GroupRoom(11, group())) {
      room.append("a");
      assertThat(room.claim(1)).hasSize(1);
      room.simulation.runFor(Duration.ofHours(3));
      room.takeOver();
      room.append("b");

      room.simulation.runFor(LEASE.plusSeconds(1));
      assertThat(texts(room.claim(10))).containsExactly("b");
      room.simulation.runFor(Duration.ofSeconds(2));
      ShardGroupStatus status = room.ask(() -> room.workers().status());
      assertThat(status.lag()).isEqualTo(1);
    }
  }

  @Test
  void dead_letters_of_unfinished_events_go_at_a_take_over_and_redriven_ones_stay() {
    try (GroupRoom room = new GroupRoom(14, group())) {
      room.append("a", "b");
      List<ClaimedEvent> claimed = room.claim(2);
      room.reject(claimed.subList(0, 1));
      room.simulation.runFor(Duration.ofSeconds(2));
      Position a = claimed.get(0).receipt().position();
      room.tell(() -> room.workers().redrive(List.of(a)));
      var letters =
          new ShardDeadLetters(Objects.requireNonNull(room.process.site), GROUP.toString());
      var written = room.ask(() -> letters.find(a.packed())).orElseThrow();
      var unfinished =
          new io.messina.stream.owner.DeadEvent(
              claimed.get(1).stored(),
              new io.messina.stream.delivery.DeadLetter(
                  claimed.get(1).receipt().position().packed(),
                  0,
                  written.letter().cause(),
                  1,
                  List.of()),
              written.died());
      assertThat(room.ask(() -> letters.write(batch -> letters.put(batch, unfinished)))).isTrue();
      assertThat(rows(room)).isEqualTo(2);

      room.takeOver();

      assertThat(rows(room)).isEqualTo(1);
      assertThat(texts(room.claim(10))).containsExactly("a");
    }
  }

  /** With those of events that are handed out again. */
  private static int rows(GroupRoom room) {
    var letters = new ShardDeadLetters(Objects.requireNonNull(room.process.site), GROUP.toString());
    return room.ask(() -> letters.read(Position.START.packed(), 10)).size();
  }

  @Test
  void an_event_that_kills_every_process_ends_among_the_dead_letters() {
    try (GroupRoom room = new GroupRoom(25, group())) {
      room.append("poison");
      int deaths = 0;
      for (List<ClaimedEvent> claimed = room.claim(1);
          !claimed.isEmpty();
          claimed = room.claim(1)) {
        assertThat(claimed.getFirst().suspect()).isEqualTo(deaths > 1);
        deaths++;
        room.takeOver();
        room.simulation.runFor(LEASE.plusSeconds(1));
      }
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(deaths).isEqualTo(6);
      assertThat(room.dead()).containsExactly("poison");
    }
  }
}
