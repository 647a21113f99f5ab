package io.messina.stream.cluster;

import static io.messina.stream.cluster.MembersRoom.crew;
import static io.messina.stream.cluster.MembersRoom.event;
import static io.messina.stream.cluster.MembersRoom.keyed;
import static io.messina.stream.cluster.MembersRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import io.messina.api.ReceiptStatus;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.cluster.MembersRoom.Member;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The owner does what another node asks of it, and its answer does not come. */
final class LostAnswersOfOwnersTest {

  @AutoClose private final MembersRoom room = new MembersRoom(StreamOptions.DEFAULT.shards(1));
  private final Member owner = room.owner();
  private final Member asking = room.others(owner).getFirst();
  private final Member third = room.others(owner).getLast();

  @Test
  void a_keyed_event_is_there_once_whoever_is_asked_again_and_the_next_owner_knows_its_key() {
    owner.append(IntStream.range(0, 500).mapToObj(i -> keyed("e" + i)).toArray(Event[]::new));
    room.wire.cut(owner.name, asking.name);
    CompletableFuture<Integer> late =
        asking.ask(work -> work.append(List.of(keyed("late"))).accepted());
    room.simulation.runFor(Duration.ofMillis(500));
    owner.node.crash();
    CompletableFuture<Integer> again =
        third.ask(work -> work.append(List.of(keyed("late"))).accepted());

    assertThat(room.answer(late) + room.answer(again)).isZero();
    assertThat(third.append(keyed("late"), keyed("e0"), keyed("e499"))).isZero();
    assertThat(third.log()).hasSize(501).endsWith("late");
  }

  @Test
  void while_requests_arrive_and_answers_do_not_nothing_is_doubled_or_kept_from_the_others() {
    List<String> before = List.of("one", "two", "three");
    before.forEach(text -> owner.append(event(text)));
    room.wire.cut(owner.name, asking.name);
    Duration reconnected = room.simulation.elapsed().plusSeconds(20);
    CompletableFuture<Integer> unkeyed =
        asking.ask(work -> work.append(List.of(event("unkeyed"))).accepted());
    CompletableFuture<Integer> keyed =
        asking.ask(work -> work.append(List.of(keyed("keyed"))).accepted());
    CompletableFuture<List<ClaimedEvent>> claimed =
        asking.ask(work -> crew(work).claim(ClaimOptions.upTo(2)));

    assertThat(room.failure(unkeyed)).isInstanceOf(RequestException.Unknown.class);
    assertThat(room.failure(claimed)).isInstanceOf(RequestException.Unavailable.class);
    room.simulation.runFor(reconnected.minus(room.simulation.elapsed()));
    // The first two are with nobody, but leased out.
    List<ClaimedEvent> others = third.claim(10);
    assertThat(texts(others)).containsExactly("three", "unkeyed", "keyed");
    assertThat(third.ack(others)).containsOnly(ReceiptStatus.OK);
    assertThat(room.owner()).isSameAs(owner);

    room.wire.reconnect();
    assertThat(room.failure(keyed)).isInstanceOf(RequestException.Unknown.class);
    assertThat(asking.append(keyed("keyed"))).isZero();
    room.simulation.runFor(GroupOptions.DEFAULT.lease());
    List<ClaimedEvent> rest = asking.claim(10);
    assertThat(texts(rest)).containsExactly("one", "two");
    assertThat(asking.ack(rest)).containsOnly(ReceiptStatus.OK);
    assertThat(owner.log()).hasSize(5);
  }
}
