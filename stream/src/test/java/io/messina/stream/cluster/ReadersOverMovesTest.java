package io.messina.stream.cluster;

import static io.messina.stream.cluster.MembersRoom.crew;
import static io.messina.stream.cluster.MembersRoom.event;
import static io.messina.stream.cluster.MembersRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.Position;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.cluster.MembersRoom.Member;
import io.messina.stream.owner.EventPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Who follows a shard, or waits for its events, at a node that does not have it. */
final class ReadersOverMovesTest {

  @AutoClose private final MembersRoom room = new MembersRoom(StreamOptions.DEFAULT.shards(1));
  private final Member owner = room.owner();
  private final Member asked = room.others(owner).getFirst();
  private final Member third = room.others(owner).getLast();
  private final List<String> seen = new ArrayList<>();
  private Optional<Position> behind = Optional.empty();

  @Test
  void sees_each_event_once_while_the_owner_dies_and_then_the_node_that_was_asked() {
    owner.append(event("one"), event("two"));
    asked.node.spawn("reader", () -> follow(asked));
    third.append(event("three"));
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(seen).containsExactly("one", "two", "three");

    owner.node.crash();
    append("four");
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(seen).endsWith("three", "four");

    asked.node.crash();
    append("five");
    third.node.spawn("reader", () -> follow(third));
    append("six");
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(seen).containsExactly("one", "two", "three", "four", "five", "six");
  }

  @Test
  void is_handed_an_event_of_the_next_owner_as_soon_as_there_is_one() {
    CompletableFuture<List<ClaimedEvent>> waiting =
        asked.ask(work -> crew(work).claim(ClaimOptions.upTo(1).withWait(Duration.ofSeconds(30))));
    room.simulation.runFor(Duration.ofSeconds(1));
    owner.node.crash();
    Duration died = room.simulation.elapsed();
    third.append(event("work"));

    assertThat(texts(room.answer(waiting))).containsExactly("work");
    assertThat(room.simulation.elapsed().minus(died))
        .isLessThan(MembersRoom.TAKEN_OVER.plusSeconds(1));
  }

  private void append(String text) {
    Duration began = room.simulation.elapsed();
    third.append(event(text));
    assertThat(room.simulation.elapsed().minus(began)).isLessThan(MembersRoom.TAKEN_OVER);
  }

  /** As clients do, from page to page. */
  private void follow(Member node) {
    while (true) {
      try {
        EventPage page =
            node.streams().stream(MembersRoom.WORK).read(0, behind, 10, Duration.ofSeconds(1));
        page.events().forEach(stored -> seen.add(stored.event().payload().toUtf8()));
        behind = Optional.of(page.next());
      } catch (RequestException e) {
        node.node.pause(Duration.ofMillis(100));
      }
    }
  }
}
