package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.asking;
import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Places by time, to the event: in one segment, before and after changes of the owner. */
final class StartsTest {

  private static final Instant FAR = Instant.parse("2099-01-01T00:00:00Z");

  @AutoClose private final GroupRoom room = new GroupRoom(group());

  /** When each event was appended. */
  private final List<Instant> times = new ArrayList<>();

  private void append(String... payloads) {
    for (String payload : payloads) {
      room.simulation.runFor(Duration.ofMillis(500));
      room.append(payload);
      EventPage all =
          room.ask(() -> room.owner().groups().read(Position.START, 100, Duration.ZERO));
      times.add(all.events().getLast().appendTime());
    }
  }

  private List<String> claimedFrom(Instant time) {
    room.command(new GroupAction.Seek(Start.since(time)));
    room.simulation.runFor(Duration.ofMillis(100)); // it reads
    return texts(room.claim(10));
  }

  private List<String> followedFrom(Instant time) {
    room.command(new GroupAction.Seek(Start.since(time)));
    return room
        .ask(group -> group.readAfter(group.committed(), 10, Duration.ZERO))
        .events()
        .stream()
        .map(GroupRoom::text)
        .toList();
  }

  private void assertExact() {
    for (int i = 0; i < times.size(); i++) {
      List<String> from = List.of("a", "b", "c", "d").subList(i, times.size());
      Instant time = times.get(i);
      assertThat(claimedFrom(time)).isEqualTo(from);
      assertThat(followedFrom(time.minusNanos(1))).isEqualTo(from);
      assertThat(claimedFrom(time.plusNanos(1))).isEqualTo(from.subList(1, from.size()));
      assertThat(followedFrom(time.plusMillis(250))).isEqualTo(from.subList(1, from.size()));
    }
    assertThat(claimedFrom(Instant.EPOCH)).containsExactly("a", "b", "c", "d");
    assertThat(claimedFrom(FAR)).isEmpty();
    assertThat(followedFrom(FAR)).isEmpty();
    assertThat(room.status().lag()).isZero();
  }

  @Test
  void a_seek_to_a_time_leads_to_the_first_event_of_then_or_later() {
    append("a", "b", "c", "d");
    assertExact();
  }

  @Test
  void it_does_so_in_the_events_of_former_owners() {
    append("a", "b");
    room.takeOver();
    append("c");
    room.takeOver();
    append("d");
    room.takeOver();
    assertExact();
  }

  @Test
  void a_group_begins_with_the_first_event_of_its_time() {
    append("a", "b", "c");
    room.define(
        group(), group(GroupRoom.id("late"), Start.since(times.get(1)), GroupOptions.DEFAULT));
    assertThat(texts(room.ask(() -> room.groups().group(GroupRoom.id("late")).claim(asking(10)))))
        .containsExactly("b", "c");
  }

  @Test
  void behind_the_newest_event_is_the_end_also_of_a_shard_without_events() {
    assertThat(claimedFrom(FAR)).isEmpty();
    assertThat(claimedFrom(Instant.EPOCH)).isEmpty();
    append("a");
    assertThat(claimedFrom(times.getFirst().plusMillis(1))).isEmpty();
    append("b");
    assertThat(texts(room.claim(10))).containsExactly("b");
  }
}
