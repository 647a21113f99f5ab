package io.messina.stream.cluster;

import static io.messina.stream.cluster.MembersRoom.crew;
import static io.messina.stream.cluster.MembersRoom.event;
import static io.messina.stream.cluster.MembersRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.ReceiptStatus;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.append.Schedule;
import io.messina.stream.cluster.MembersRoom.Member;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.FaultyStore.Call;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An owner stands still with both of its clocks, as a virtual machine that is moved, in the middle
 * of a request: another one has the shard when it wakes, and by its clocks no time has passed.
 */
final class StandingOwnerTest {

  private static final Duration LONG = MembersRoom.LEASE.multipliedBy(3);
  private static final Duration ANSWERED = Duration.ofMinutes(1);

  @AutoClose private final MembersRoom room = new MembersRoom(StreamOptions.DEFAULT.shards(1));
  private final Member former = room.owner();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_it_has_stored_or_stores_as_it_wakes_is_not_acknowledged(boolean isStored) {
    former.append(event("before"));
    former.stopAt(isStored, StandingOwnerTest::writesLog, Suspension.FROZEN, LONG);
    CompletableFuture<Integer> late =
        former.ask(work -> work.append(List.of(event("late"))).accepted());
    Member heir = heir();
    List<String> found = heir.log();
    room.simulation.runFor(ANSWERED);

    assertThat(room.failure(late)).isInstanceOf(RequestException.Unknown.class);
    assertThat(found).isEqualTo(isStored ? List.of("before", "late") : List.of("before"));
    assertThat(former.log()).isEqualTo(found);
    assertThat(texts(former.claim(10))).isEqualTo(found);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_delayed_event_is_fired_by_the_next_one_or_cancelled_and_never_both(boolean isDeleted) {
    DelayedAddress waiting =
        former.get(
            work -> work.schedule(event("delayed"), former.node.clock().instant().plusSeconds(10)));
    former.stopAt(
        isDeleted, call -> call.writes(Schedule.TABLE), Suspension.FROZEN, LONG.plusSeconds(10));
    CompletableFuture<Boolean> cancelled = former.ask(work -> work.cancel(waiting));
    Member heir = heir();
    room.simulation.runFor(ANSWERED);

    if (isDeleted) {
      assertThat(heir.log()).isEmpty();
    } else {
      assertThat(heir.log()).containsExactly("delayed");
      assertThat(room.failure(cancelled)).isInstanceOf(RequestException.Unknown.class);
    }
    boolean isCancelledAgain = heir.get(work -> work.cancel(waiting));
    assertThat(isCancelledAgain).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_receipt_that_arrives_late_is_good_unless_its_lease_is_over(boolean isOver) {
    former.append(event("work"));
    Duration length = isOver ? Duration.ofSeconds(50) : LONG;
    former.stopAt(true, StandingOwnerTest::writesState, Suspension.FROZEN, length);
    CompletableFuture<List<ClaimedEvent>> late =
        former.ask(work -> crew(work).claim(ClaimOptions.upTo(1)));
    Member heir = heir();
    assertThat(heir.claim(1)).isEmpty();
    room.simulation.runFor(length);
    List<ClaimedEvent> next = heir.claim(1);
    assertThat(next).hasSize(isOver ? 1 : 0);
    List<ClaimedEvent> first = room.answer(late);

    assertThat(texts(first)).containsExactly("work");
    assertThat(heir.ack(first)).containsExactly(isOver ? ReceiptStatus.STALE : ReceiptStatus.OK);
    if (isOver) {
      assertThat(texts(next)).containsExactly("work");
      assertThat(next.getFirst().attempt()).isOne();
      assertThat(heir.ack(next)).containsExactly(ReceiptStatus.OK);
    }
    room.simulation.runFor(ANSWERED);
    assertThat(heir.claim(1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_ack_that_is_sent_again_to_the_next_one_is_done_once(boolean isDone) {
    former.append(event("work"));
    List<ClaimedEvent> claimed = former.claim(1);
    room.simulation.runFor(LONG);
    former.stopAt(isDone, StandingOwnerTest::writesState, Suspension.FROZEN, LONG);
    CompletableFuture<List<ReceiptStatus>> late =
        former.ask(work -> crew(work).ack(claimed.stream().map(ClaimedEvent::receipt).toList()));
    Member heir = heir();

    assertThat(heir.ack(claimed)).containsExactly(ReceiptStatus.OK);
    assertThat(room.answer(late)).containsExactly(ReceiptStatus.OK);
    room.simulation.runFor(ANSWERED);
    assertThat(heir.claim(1)).isEmpty();
  }

  private Member heir() {
    Member heir = room.owner();
    assertThat(heir).isNotSameAs(former);
    return heir;
  }

  private static boolean writesLog(Call call) {
    return call.isWrite() && call.table().name().startsWith("log_");
  }

  private static boolean writesState(Call call) {
    return call.writes(ShardTable.SHARDS);
  }
}
