package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.GROUP;
import static io.messina.stream.group.GroupRoom.LEASE;
import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.ClaimedEvent;
import io.messina.stream.Position;
import io.messina.stream.delivery.EventState;
import io.messina.stream.delivery.LeaseKeeping;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.GroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class DeadLettersTest {

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
      assertThat(room.ask(() -> room.groups().status(GROUP)).dead()).isZero();
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
      EventState state = room.ask(() -> room.groups().state(GROUP, a));
      assertThat(state).isEqualTo(new EventState(EventState.Stage.FAILED, "", 0, 1, "no good"));

      assertThat(room.ask(() -> room.groups().redrive(GROUP, List.of(a)))).containsExactly(a);
      assertThat(room.ask(() -> room.groups().discard(GROUP, List.of(a, b)))).containsExactly(b);
      assertThat(room.ask(() -> room.groups().discard(GROUP, List.of(a, b)))).isEmpty();
      assertThat(room.dead()).containsExactly("a", "c");
      List<ClaimedEvent> again = room.claim(3);
      assertThat(texts(again)).containsExactly("a");
      assertThat(again.getFirst().attempt()).isEqualTo(1);
      room.ack(again);
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(room.dead()).containsExactly("c");
      assertThat(room.ask(() -> room.groups().redrive(GROUP, List.of(a)))).isEmpty();
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

      room.tell(() -> room.groups().redrive(GROUP, List.of(a)));
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
      GroupStatus status = room.ask(() -> room.groups().status(GROUP));
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
      room.tell(() -> room.groups().redrive(GROUP, List.of(a)));
      var letters = new DeadLetters(Objects.requireNonNull(room.process.site), GROUP.toString());
      var written = room.ask(() -> letters.find(a.packed())).orElseThrow();
      var unfinished =
          new io.messina.stream.peer.DeadEvent(
              claimed.get(1).stored(),
              new io.messina.stream.delivery.DeadLetter(
                  claimed.get(1).receipt().position().packed(),
                  0,
                  written.letter().cause(),
                  1,
                  List.of()),
              written.died());
      assertThat(room.ask(() -> letters.write(batch -> letters.put(batch, unfinished)))).isTrue();
      assertThat(room.dead()).containsExactly("a", "b");

      room.takeOver();

      assertThat(room.dead()).containsExactly("a");
      assertThat(texts(room.claim(10))).containsExactly("a");
    }
  }

  @Test
  void an_event_that_kills_every_process_ends_among_the_dead_letters() {
    try (GroupRoom room = new GroupRoom(25, group())) {
      room.append("poison");
      int deaths = 0;
      ClaimAsk ask =
          new ClaimAsk(
              GroupRoom.SHARD, GROUP, 1, ClaimAsk.BYTES_MAX, LEASE, "h", LeaseKeeping.IN_MEMORY);
      while (!room.ask(() -> room.groups().claim(ask)).isEmpty()) {
        deaths++;
        room.takeOver();
      }
      room.simulation.runFor(Duration.ofSeconds(2));
      assertThat(deaths).isEqualTo(5);
      assertThat(room.dead()).containsExactly("poison");
    }
  }
}
