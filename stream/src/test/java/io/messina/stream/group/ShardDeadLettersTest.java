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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ShardDeadLettersTest {

  @AutoClose private GroupRoom room = new GroupRoom(group());

  @Test
  void an_event_is_finished_only_when_its_dead_letter_is_durable() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(2);
    room.refusesLetters.set(true);
    room.kill(claimed.subList(0, 1));
    room.ack(claimed.subList(1, 2));
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.status().dead()).isZero();
    room.takeOver();

    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.dead()).containsExactly("a");
  }

  @Test
  void a_rejected_event_goes_to_the_dead_letters_and_can_be_redriven_or_discarded() {
    room.append("a", "b", "c");
    List<ClaimedEvent> claimed = room.claim(3);
    room.kill(claimed);
    assertThat(room.dead()).containsExactly("a", "b", "c");
    Position a = GroupRoom.positions(claimed).getFirst();
    Position b = claimed.get(1).receipt().position();
    assertThat(room.state(a))
        .isEqualTo(new DeliveryState(DeliveryState.Stage.FAILED, "", 0, 0, 1, "no good"));

    assertThat(room.redrive(List.of(a))).containsExactly(a);
    assertThat(room.discard(List.of(a, b))).containsExactly(b);
    assertThat(room.discard(List.of(a, b))).isEmpty();
    assertThat(room.dead()).as("but for those that are handed out again").containsExactly("c");
    List<ClaimedEvent> again = room.claim(3);
    assertThat(texts(again)).containsExactly("a");
    assertThat(again.getFirst().attempt()).isEqualTo(1);
    room.ack(again);
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.dead()).containsExactly("c");
    assertThat(room.redrive(List.of(a))).isEmpty();
  }

  @Test
  void a_redriven_event_that_is_done_stays_so_through_a_crash_before_its_letter_is_deleted() {
    Position a = redrivenAndDone().getFirst();
    room.takeOver();

    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.dead()).isEmpty();
    assertThat(room.redrive(List.of(a))).isEmpty();
    assertThat(room.claim(10)).isEmpty();
  }

  @Test
  void a_hand_over_with_letters_still_to_be_deleted_brings_none_of_them_back() {
    redrivenAndDone();
    room.refusesLetters.set(false);
    room.tell(() -> room.groups().drain());
    room.takeOver();

    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.dead()).isEmpty();
  }

  /** Many redriven events are acknowledged while no letter can be deleted. */
  private List<Position> redrivenAndDone() {
    room.append(300);
    room.kill(room.claim(300));
    List<Position> dead =
        room.ask(group -> group.deadLetters(Position.START, 1_000)).stream()
            .map(each -> each.stored().id().position())
            .toList();
    assertThat(room.redrive(dead)).hasSize(300);
    room.refusesLetters.set(true);
    assertThat(room.ack(room.claim(300))).containsOnly(ReceiptStatus.OK);
    assertThat(stage(dead.getFirst())).isEqualTo(DeliveryState.Stage.FINISHED);
    assertThat(room.dead()).isEmpty();
    return dead;
  }

  private DeliveryState.Stage stage(Position position) {
    return room.state(position).stage();
  }

  @Test
  void an_event_that_died_and_is_done_after_a_seek_back_is_done() {
    room.append("a");
    room.kill(room.claim(1));
    room.command(new GroupAction.Seek(Start.earliest()));
    List<ClaimedEvent> again = room.claim(1);
    Position a = again.getFirst().receipt().position();
    room.ack(again);

    assertThat(stage(a)).isEqualTo(DeliveryState.Stage.FINISHED);
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.dead()).isEmpty();
    room.takeOver();
    assertThat(room.dead()).isEmpty();
    assertThat(stage(a)).isEqualTo(DeliveryState.Stage.FINISHED);
  }

  @Test
  void an_event_that_a_seek_hands_out_again_is_no_dead_letter_although_it_is_not_read_yet() {
    room.append("a");
    List<ClaimedEvent> claimed = room.claim(1);
    Position a = GroupRoom.positions(claimed).getFirst();
    room.kill(claimed);
    room.takeOver();
    assertThat(room.dead()).containsExactly("a");
    room.refusesLog.set(true);
    room.command(new GroupAction.Seek(Start.earliest()));

    assertThat(room.dead()).isEmpty();
    assertThat(room.redrive(List.of(a))).isEmpty();
    assertThat(room.discard(List.of(a))).isEmpty();
    room.refusesLog.set(false);
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.ack(room.claim(2))).containsExactly(ReceiptStatus.OK);
    assertThat(room.claim(1)).isEmpty();
    assertThat(room.dead()).isEmpty();
  }

  @Test
  void a_letter_that_was_discarded_just_after_its_event_died_stays_away_through_a_crash() {
    room.append("a");
    List<ClaimedEvent> claimed = room.claim(1);
    Position a = GroupRoom.positions(claimed).getFirst();
    room.reject(claimed);
    room.simulation.runFor(Duration.ofMillis(200));
    assertThat(room.discard(List.of(a))).containsExactly(a);
    room.takeOver();
    room.simulation.runFor(Duration.ofSeconds(10));

    assertThat(room.dead()).isEmpty();
    assertThat(room.claim(1)).isEmpty();
  }

  @Test
  void redrives_at_the_same_time_hand_each_letter_out_once() {
    room.append(20);
    List<ClaimedEvent> claimed = room.claim(20);
    room.kill(claimed);
    List<Position> all = GroupRoom.positions(claimed);

    List<String> handed = new CopyOnWriteArrayList<>();
    var one = room.begin(() -> redriveAndAck(all, handed));
    var other = room.begin(() -> redriveAndAck(all, handed));
    var gone = room.begin(() -> room.workers().discard(all.reversed()).size());

    int count = room.await(one) + room.await(other) + room.await(gone);
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(count).isEqualTo(20);
    assertThat(handed).doesNotHaveDuplicates();
    assertThat(room.claim(20)).isEmpty();
    assertThat(room.dead()).isEmpty();
  }

  /** One after the other, each done before the next is asked for. */
  private int redriveAndAck(List<Position> all, List<String> handed) {
    int count = 0;
    for (Position position : all) {
      count += room.workers().redrive(List.of(position)).size();
      List<ClaimedEvent> claimed = room.workers().claim(GroupRoom.asking(20));
      handed.addAll(texts(claimed));
      var _ = room.workers().settle(new Outcome.Ack(), GroupRoom.ids(claimed));
    }
    return count;
  }

  @Test
  void a_page_passes_over_letters_that_are_handed_out_again() {
    room.append("a", "b", "c");
    List<ClaimedEvent> claimed = room.claim(3);
    room.kill(claimed);
    List<Position> both = GroupRoom.positions(claimed.subList(0, 2));
    assertThat(room.redrive(both)).hasSize(2);

    List<DeadEvent> page = room.ask(group -> group.deadLetters(Position.START, 1));

    assertThat(page).hasSize(1);
    assertThat(page.getFirst().stored().id().position())
        .isEqualTo(claimed.get(2).receipt().position());
  }

  @Test
  void a_redriven_event_that_has_left_the_log_is_handed_out_from_its_dead_letter() {
    room.append("a");
    List<ClaimedEvent> claimed = room.claim(1);
    room.reject(claimed);
    room.simulation.runFor(Duration.ofHours(3));
    room.takeOver();
    Position a = GroupRoom.positions(claimed).getFirst();
    assertThat(room.ask(() -> room.groups().event(a))).isEmpty();

    room.tell(() -> room.workers().redrive(List.of(a)));
    room.takeOver();

    assertThat(texts(room.claim(1))).containsExactly("a");
  }

  @Test
  void an_unfinished_event_that_has_left_the_log_is_left_out_and_finished() {
    room.append("a");
    assertThat(room.claim(1)).hasSize(1);
    room.simulation.runFor(Duration.ofHours(3));
    room.takeOver();
    room.append("b");

    room.simulation.runFor(LEASE.plusSeconds(1));
    assertThat(texts(room.claim(10))).containsExactly("b");
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.status().lag()).isEqualTo(1);
  }

  @Test
  void dead_letters_of_unfinished_events_go_at_a_take_over_and_redriven_ones_stay() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(2);
    room.kill(claimed.subList(0, 1));
    Position a = GroupRoom.positions(claimed).getFirst();
    room.tell(() -> room.workers().redrive(List.of(a)));
    ShardDeadLetters letters = letters();
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
    assertThat(rows()).isEqualTo(2);

    room.takeOver();

    assertThat(texts(room.claim(10))).containsExactly("a");
    assertThat(rows()).isEqualTo(1);
  }

  /** With those of events that are handed out again. */
  private int rows() {
    return room.ask(() -> letters().read(Position.START.packed(), 10)).size();
  }

  private ShardDeadLetters letters() {
    return new ShardDeadLetters(room.owner().site(), GROUP.toString());
  }

  @Test
  void an_event_that_kills_every_process_ends_among_the_dead_letters() {
    room.append("poison");
    int deaths = 0;
    for (List<ClaimedEvent> claimed = room.claim(1); !claimed.isEmpty(); claimed = room.claim(1)) {
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
