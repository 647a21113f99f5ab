package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Events expire while the owner of their shard has them in memory. */
final class ExpiredInMemoryTest {

  @AutoClose private final GroupRoom room = new GroupRoom(group());

  @Test
  void what_has_expired_is_handed_out_no_more_and_counts_for_no_lag() {
    room.append("a", "b");
    room.simulation.runFor(
        room.stream.options().retention().orElseThrow().plus(Duration.ofHours(1)));
    assertThat(texts(room.claim(10))).isEmpty();
    assertThat(room.status().lag()).isZero();

    room.append("c");
    assertThat(texts(room.claim(10))).containsExactly("c");
  }
}
