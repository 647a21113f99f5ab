package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.LEASE;
import static io.messina.stream.group.GroupRoom.asking;
import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ShardGroupsTest {

  @AutoClose private GroupRoom room = new GroupRoom(group());

  @Test
  void an_event_is_handed_out_once_and_is_done_when_it_is_acknowledged() {
    room.append("a", "b");

    List<ClaimedEvent> claimed = room.claim(10);
    assertThat(texts(claimed)).containsExactly("a", "b");
    assertThat(room.claim(10)).isEmpty();
    assertThat(room.ack(claimed)).containsOnly(ReceiptStatus.OK);

    ShardGroupStatus status = room.status();
    assertThat(status.floor()).isEqualTo(status.end());
    assertThat(List.of(status.claimed(), status.acknowledged(), status.lag()))
        .containsExactly(2L, 2L, 0L);
    room.simulation.runFor(LEASE.multipliedBy(2));
    assertThat(room.claim(10)).isEmpty();
  }

  @Test
  void claims_and_acknowledgements_of_many_callers_share_writes() {
    room.append(10);
    room.tell(() -> room.workers().ready());
    room.simulation.runFor(Duration.ofSeconds(2));
    StoreOperations before = room.stores.operations();

    List<ClaimedEvent> claimed = new ArrayList<>();
    List<CompletableFuture<List<ClaimedEvent>>> claims = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      claims.add(room.begin(() -> room.workers().claim(asking(1))));
    }
    claims.forEach(claim -> claimed.addAll(room.await(claim)));
    List<CompletableFuture<List<ReceiptStatus>>> acks = new ArrayList<>();
    for (ClaimedEvent each : claimed) {
      acks.add(room.beginSettle(new Outcome.Ack(), List.of(each)));
    }
    acks.forEach(room::await);

    assertThat(claimed).hasSize(10);
    assertThat(room.stores.operations().since(before).fencedWrites()).isLessThanOrEqualTo(4);
  }

  @Test
  void a_caught_up_consumer_reads_nothing_from_the_store() {
    room.append("first");
    room.ack(room.claim(1));
    StoreOperations before = room.stores.operations();

    for (int i = 0; i < 20; i++) {
      room.append("next " + i);
      assertThat(room.ack(room.claim(10))).hasSize(1);
    }

    StoreOperations cost = room.stores.operations().since(before);
    assertThat(cost.reads() + cost.scanPages()).isZero();
  }

  @Test
  void an_idle_group_writes_nothing() {
    room.append("a");
    room.ack(room.claim(1));
    room.simulation.runFor(Duration.ofSeconds(2));
    StoreOperations before = room.stores.operations();

    room.simulation.runFor(Duration.ofMinutes(20));

    assertThat(room.stores.operations().since(before).fencedWrites()).isZero();
  }

  @Test
  void who_only_looks_does_not_wait_until_a_group_is_open() {
    CatalogGroup next =
        GroupRoom.group(GroupRoom.id("next"), Start.earliest(), GroupOptions.DEFAULT);
    room.groups().define(List.of(group(), next));
    assertThatThrownBy(() -> room.groups().group(next.id()).ready())
        .isInstanceOf(RequestException.Unavailable.class);
    assertThatThrownBy(() -> room.groups().group(next.id()).onReady(() -> {}))
        .isInstanceOf(RequestException.Unavailable.class);
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(room.ask(() -> room.groups().group(next.id()).ready())).isZero();
  }

  @Test
  void a_listener_finds_what_it_was_woken_for_and_is_woken_at_registration_too() {
    room.append("before");
    List<String> found = room.listen();
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(found).containsExactly("before");

    room.append("behind");
    assertThat(found).containsExactly("before", "behind");
  }

  @Test
  void a_listener_is_woken_when_a_lease_runs_out_and_when_a_retry_is_due() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(2);
    List<String> found = room.listen();
    room.settle(
        new Outcome.Nacked(Nack.retry("later", Duration.ofSeconds(5))), claimed.subList(0, 1));

    room.simulation.runFor(Duration.ofSeconds(4));
    assertThat(found).isEmpty();
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(found).containsExactly("a");
    room.simulation.runFor(LEASE.minusSeconds(3));
    assertThat(found).containsExactly("a", "b");
  }

  @Test
  void events_that_found_no_room_are_taken_in_as_others_are_done() {
    room = room.with(group(GroupOptions.DEFAULT.maxInFlight(9).maxUnfinished(3)));
    room.append(8);
    List<ClaimedEvent> first = room.claim(10);
    List<String> found = room.listen();
    assertThat(texts(first)).containsExactly("0", "1", "2");

    room.ack(first);
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(found).containsExactly("3", "4", "5");
  }

  @Test
  void a_rate_limit_wakes_listeners_as_events_become_due_and_never_spins() {
    room = room.with(group(GroupOptions.DEFAULT.maxInFlight(10).rateLimit(2).maxUnfinished(100)));
    room.append(6);
    List<String> found = room.listen();
    room.simulation.runFor(Duration.ofSeconds(4));
    assertThat(found).containsExactly("0", "1", "2", "3", "4", "5");

    room.append("6", "7", "8", "9");
    room.command(new GroupAction.Pause());
    long before = room.simulation.steps();
    room.simulation.runFor(Duration.ofSeconds(20));
    assertThat(room.simulation.steps() - before).isLessThan(2_000);
  }

  @Test
  void a_write_that_waits_for_a_silent_store_rings_no_alarms_meanwhile() {
    room.append("a");
    List<ClaimedEvent> claimed = room.claim(1);
    room.stores.silence(Duration.ofSeconds(20));
    CompletableFuture<List<ReceiptStatus>> ack =
        room.beginSettle(new Outcome.Ack(), claimed.subList(0, 1));
    long before = room.simulation.steps();
    room.simulation.runFor(Duration.ofSeconds(19));
    assertThat(ack).isNotDone();

    assertThat(room.simulation.steps() - before).isLessThan(2_000);
  }

  @Test
  void a_paused_group_hands_out_nothing_until_it_is_resumed() {
    room.append("a");
    room.command(new GroupAction.Pause());
    room.takeOver();
    assertThat(room.claim(1)).isEmpty();
    assertThat(room.status().paused()).isTrue();

    room.command(new GroupAction.Resume());
    assertThat(room.claim(1)).hasSize(1);
  }

  @Test
  void how_far_followers_are_behind_is_told_also_across_owners() {
    room.append("a", "b", "c");
    assertBehind(3, true);
    room.commit(Commit.of(read(1).next()));
    assertBehind(2, true);
    room.takeOver();
    assertBehind(2, false);
    room.append("d");
    assertBehind(3, false);
    room.commit(Commit.of(read(2).next()));
    assertBehind(1, true);
    room.commit(Commit.of(read(9).next()));
    assertBehind(0, false);
  }

  private EventPage read(int max) {
    return room.ask(() -> room.workers().read(max, Duration.ZERO));
  }

  private void assertBehind(long events, boolean isTimeKnown) {
    ShardGroupStatus status = room.status();
    assertThat(status.unfollowed()).isEqualTo(events);
    assertThat(status.oldestUnfollowed().isPresent()).isEqualTo(isTimeKnown);
  }

  @Test
  void a_seek_and_a_purge_make_receipts_stale_and_move_followers_too() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(1);
    room.command(new GroupAction.Purge());
    assertThat(room.ack(claimed)).containsExactly(ReceiptStatus.STALE);
    assertThat(room.claim(10)).isEmpty();
    ShardGroupStatus status = room.status();
    assertThat(status.followed()).isEqualTo(status.end());

    room.command(new GroupAction.Seek(Start.earliest()));
    room.takeOver();
    assertThat(texts(room.claim(10))).containsExactly("a", "b");
  }
}
