package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of the next owner says that all events have expired while it takes the shard over. */
final class ClockAheadTest {

  @AutoClose private final GroupRoom room = new GroupRoom(group());

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20})
  void a_clock_that_is_ahead_at_a_take_over_loses_no_event(int hours) {
    Duration ahead = Duration.ofHours(hours);
    room.append("a", "b");
    room.crash();
    SimulatedNode next = room.start();
    next.clock().step(ahead);
    room.simulation.runFor(Duration.ofMinutes(1));
    assertThat(room.owner().node()).isSameAs(next);
    next.clock().step(ahead.negated());
    room.takeOver();
    room.append("c");
    assertThat(texts(room.claim(10))).containsExactly("a", "b", "c");
  }
}
