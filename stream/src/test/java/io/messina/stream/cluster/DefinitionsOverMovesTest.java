package io.messina.stream.cluster;

import static io.messina.stream.cluster.MembersRoom.event;
import static io.messina.stream.cluster.MembersRoom.keyed;
import static io.messina.stream.cluster.MembersRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.cluster.MembersRoom.Member;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Definitions change at one member while shards are of others, or move to them. */
final class DefinitionsOverMovesTest {

  private static final GroupName OTHERS = new GroupName("others");
  private static final Duration KNOWN = Duration.ofSeconds(2);

  @AutoClose
  private final MembersRoom room =
      new MembersRoom(
          StreamOptions.DEFAULT
              .shards(1)
              .retention(Duration.ofMinutes(7))
              .deduplicate(Duration.ZERO));

  private final Member owner = room.owner();
  private final Member other = room.others(owner).getFirst();

  @Test
  void a_new_group_is_found_at_another_member_within_two_seconds() {
    owner.append(event("one"));
    createGroup(other);
    Duration created = room.simulation.elapsed();
    Member third = room.others(owner, other).getFirst();
    while (!isFound(third)) {
      assertThat(room.simulation.elapsed().minus(created)).isLessThan(KNOWN);
      room.simulation.runFor(Duration.ofMillis(50));
    }
    assertThat(claimForOthers(third)).containsExactly("one");
  }

  @Test
  void a_stream_that_is_there_again_is_no_former_one_at_any_member() {
    owner.append(event("former"));
    boolean isDeleted = other.run(streams -> streams.delete(MembersRoom.WORK));
    assertThat(isDeleted).isTrue();
    var _ = other.run(streams -> streams.create(MembersRoom.WORK, StreamOptions.DEFAULT.shards(1)));
    for (Member member : room.others()) {
      assertThat(member.log()).isEmpty();
      assertThatThrownBy(() -> member.claim(1)).isInstanceOf(RequestException.NotFound.class);
    }
    owner.append(event("new"));
    assertThat(other.log()).containsExactly("new");
  }

  @Test
  void a_member_that_reads_no_definitions_says_so_and_drops_nothing() {
    owner.append(event("one"), event("two"));
    List<ClaimedEvent> claimed = other.claim(1);
    owner.store.refuse(call -> call.reads(DefinitionTable.DEFINITIONS));
    room.simulation.runFor(KNOWN);
    assertThatThrownBy(() -> createGroup(other)).isInstanceOf(RequestException.Unknown.class);
    for (int second = 0; second < 10; second++) {
      assertThatThrownBy(() -> claimForOthers(owner))
          .isInstanceOf(RequestException.Unavailable.class);
      assertThatThrownBy(() -> owner.claim(1)).isInstanceOf(RequestException.Unavailable.class);
      room.simulation.runFor(Duration.ofSeconds(1));
    }
    owner.store.mend();
    room.simulation.runFor(KNOWN);
    createGroup(other);

    assertThat(room.owner()).isSameAs(owner);
    assertThat(claimForOthers(owner)).containsExactly("one", "two");
    other.ack(claimed);
    assertThat(texts(other.claim(10))).containsExactly("two");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void options_that_are_changed_while_a_shard_moves_hold_for_its_next_lane_and_no_former_one(
      boolean isTaken) {
    owner.append(event("former"));
    owner.node.crash();
    if (isTaken) {
      room.owner();
    }
    change(Duration.ofMinutes(1), Duration.ofMinutes(6));
    room.simulation.runFor(KNOWN);
    other.append(event("short"), keyed("key"));
    assertThat(room.owner()).isNotSameAs(owner);

    room.simulation.runFor(Duration.ofMinutes(5));
    assertThat(other.log()).containsExactly("former");
    assertThat(other.append(keyed("key"))).isZero();
  }

  private void change(Duration retention, Duration deduplicate) {
    var _ =
        other.run(
            streams ->
                streams.create(
                    MembersRoom.WORK,
                    StreamOptions.DEFAULT.shards(1).retention(retention).deduplicate(deduplicate)));
  }

  private static void createGroup(Member member) {
    var _ = member.get(work -> work.createGroup(OTHERS, Start.earliest(), GroupOptions.DEFAULT));
  }

  private static boolean isFound(Member member) {
    try {
      return member.get(work -> work.group(OTHERS).isThere());
    } catch (RequestException.NotFound e) {
      return false;
    }
  }

  private static List<String> claimForOthers(Member member) {
    return texts(member.get(work -> work.group(OTHERS).claim(ClaimOptions.upTo(10))));
  }
}
