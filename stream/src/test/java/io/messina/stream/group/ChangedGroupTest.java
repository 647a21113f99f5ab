package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.Order;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.delivery.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ChangedGroupTest {

  private static final Outcome AT_ONCE = new Outcome.Nacked(Nack.retry("no good", Duration.ZERO));

  @AutoClose private GroupRoom room = new GroupRoom(group());

  private static GroupOptions options(int attemptsMax, Order order, int inFlightMax) {
    return GroupOptions.DEFAULT.maxAttempts(attemptsMax).order(order).maxInFlight(inFlightMax);
  }

  @Test
  void an_owned_shard_takes_more_attempts_and_keeps_what_is_out() {
    room = room.with(group(options(1, Order.NONE, 10)));
    room.append("a");
    List<ClaimedEvent> claimed = room.claim(1);
    room.define(group(options(20, Order.NONE, 10)));

    assertThat(room.claim(1)).isEmpty();
    assertThat(room.settle(AT_ONCE, claimed)).containsExactly(ReceiptStatus.OK);
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(room.claim(1).getFirst().attempt()).isEqualTo(2);
    assertThat(room.dead()).isEmpty();
  }

  @Test
  void what_has_had_its_attempts_is_among_the_dead_letters() {
    room.append("a", "b");
    room.settle(new Outcome.Nacked(Nack.retry("later", Duration.ofMinutes(5))), room.claim(1));
    room.define(group(options(1, Order.NONE, 10)));
    room.simulation.runFor(Duration.ofSeconds(2));

    assertThat(room.dead()).containsExactly("a");
    room.ack(room.claim(10));
    var status = room.status();
    assertThat(status.floor()).isEqualTo(status.end());
  }

  @Test
  void who_waits_is_woken_where_more_may_be_out() {
    room = room.with(group(options(5, Order.NONE, 1)));
    room.append("a", "b");
    room.claim(1);
    List<String> found = room.listen();
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(found).isEmpty();

    room.define(group(options(5, Order.NONE, 10)));
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(found).containsExactly("b");
  }

  @Test
  void order_by_key_holds_for_events_that_an_owner_without_order_took_over() {
    room = room.with(group(options(5, Order.NONE, 10)));
    room.append(
        List.of(
            GroupRoom.keyed("k", "k1"), GroupRoom.keyed("k", "k2"), GroupRoom.keyed("l", "l1")));
    room.settle(AT_ONCE, room.claim(10));
    room.takeOver();
    room.append(List.of(GroupRoom.keyed("l", "l2"), GroupRoom.keyed("m", "m1")));
    room.define(group(options(5, Order.KEY, 10)));

    List<ClaimedEvent> claimed = room.claim(10);
    assertThat(texts(claimed)).containsExactly("k1", "l1", "m1");
    room.ack(claimed);
    assertThat(texts(room.claim(10))).containsExactlyInAnyOrder("k2", "l2");
  }

  @Test
  void a_change_before_the_group_is_there_holds_too() {
    room = room.with();
    room.append("a", "b", "c");
    room.definitions.add(group());
    room.tell(
        () -> {
          room.groups().define(List.copyOf(room.definitions));
          room.groups().define(List.of(group(options(5, Order.NONE, 1))));
          room.groups().define(List.of(group(options(5, Order.NONE, 2))));
        });
    assertThat(texts(room.claim(10))).containsExactly("a", "b");
  }
}
