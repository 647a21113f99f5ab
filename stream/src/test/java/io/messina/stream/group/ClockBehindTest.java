package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.positions;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.stream.ClaimedEvent;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The clock of the next owner is behind that of the one before. */
final class ClockBehindTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @AutoClose private final GroupRoom room = new GroupRoom(group());

  @Test
  void what_an_owner_deletes_is_gone_although_it_was_written_an_hour_ahead_of_its_clock() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(2);
    List<Position> positions = positions(claimed);
    room.kill(claimed);
    assertThat(room.dead()).containsExactly("a", "b");
    room.crash();
    SimulatedNode next = room.start();
    next.clock().step(HOUR.negated());
    room.simulation.runFor(Duration.ofMinutes(1));
    assertThat(room.owner().node()).isSameAs(next);

    assertThat(room.discard(positions.subList(0, 1))).hasSize(1);
    assertThat(room.redrive(positions.subList(1, 2))).hasSize(1);
    List<ClaimedEvent> again = room.claim(1);
    assertThat(texts(again)).containsExactly("b");
    room.ack(again);
    room.simulation.runFor(Duration.ofSeconds(2));
    room.takeOver();
    assertThat(room.dead()).isEmpty();
    assertThat(room.claim(1)).isEmpty();
  }
}
