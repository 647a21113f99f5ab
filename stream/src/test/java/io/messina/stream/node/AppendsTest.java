package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.messina.api.SourceBatch;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AppendsTest {

  private static final Duration HOLD = Duration.ofSeconds(6);

  @Test
  void each_event_is_stored_once_in_order_and_answered_in_the_order_of_the_events() {
    Seeds.forEach(
        seed -> {
          RandomGenerator random = new SplittableRandom(seed);
          int shards = 1 << random.nextInt(5);
          try (NodeRoom room = new NodeRoom(seed, shards)) {
            for (int i = 0; i < shards; i++) {
              room.give(List.of("a", "b", "c").get(random.nextInt(3)), i);
            }
            List<Event> events =
                IntStream.range(0, random.nextInt(1, 60)).mapToObj(i -> any(random, i)).toList();

            AppendResult result = append(room, events);

            checkAll(room, events, result);
          }
        });
  }

  @Test
  void events_without_keys_stay_together_and_appends_take_turns() {
    try (NodeRoom room = new NodeRoom(4)) {
      room.give("a", 0, 1, 2, 3);
      for (int i = 0; i < 400; i++) {
        append(room, List.of(NodeRoom.event(1), NodeRoom.event(2), NodeRoom.event(3)));
      }
      assertThat(room.stream.shards())
          .allSatisfy(
              shard ->
                  assertThat(room.cluster.log(shard))
                      .hasSizeBetween(270, 330)
                      .size()
                      .matches(n -> n % 3 == 0));
    }
  }

  @Test
  void an_append_waits_for_an_owner_and_no_longer_than_a_lease_and_a_second() {
    try (NodeRoom room = new NodeRoom(1)) {
      var early = room.start(() -> append1(room, NodeRoom.event(1)));
      room.simulation.runFor(Duration.ofSeconds(3));
      assertThat(early.isDone()).isFalse();
      room.give("b", 0);
      room.simulation.runFor(Duration.ofMillis(750));
      assertThat(early.get().accepted()).isEqualTo(1);

      room.cluster.take(room.shard(0));
      Duration began = room.simulation.elapsed();
      var late = room.start(() -> append1(room, NodeRoom.event(2)));
      room.simulation.runFor(Duration.ofSeconds(20));
      assertThatThrownBy(late::get)
          .isInstanceOf(RequestException.Unavailable.class)
          .hasMessageContaining("edits~1/0");
      assertThat(late.ended().minus(began)).isBetween(HOLD, HOLD.plusMillis(200));
    }
  }

  @Test
  void what_waits_for_owners_is_bounded_in_bytes() {
    try (NodeRoom room = new NodeRoom(1)) {
      Event large = Event.of(Bytes.wrap(new byte[6_000]));
      var first = room.start(() -> append1(room, large));
      room.simulation.runFor(Duration.ofMillis(100));
      var second = room.start(() -> append1(room, large));
      room.simulation.runFor(Duration.ofMillis(100));

      assertThatThrownBy(second::get).isInstanceOf(RequestException.Overloaded.class);
      room.give("a", 0);
      room.simulation.runFor(Duration.ofSeconds(1));
      assertThat(first.get().accepted()).isEqualTo(1);
      room.cluster.take(room.shard(0));
      var third = room.start(() -> append1(room, large));
      room.simulation.runFor(Duration.ofSeconds(1));
      room.give("c", 0);
      room.simulation.runFor(Duration.ofSeconds(1));
      assertThat(third.get().accepted()).isEqualTo(1);
    }
  }

  @Test
  void what_is_stored_in_part_is_told_and_the_same_append_stores_the_rest() {
    try (NodeRoom room = new NodeRoom(4)) {
      room.give("a", 0, 1, 3);
      List<Event> events = IntStream.range(0, 50).mapToObj(NodeRoom::keyed).toList();

      PartlyStoredException thrown =
          catchThrowableOfType(PartlyStoredException.class, () -> append(room, events));

      assertThat(thrown.failure())
          .isInstanceOf(RequestException.Unavailable.class)
          .hasMessageContaining("edits~1/2");
      AppendResult stored = thrown.stored();
      List<Integer> missing =
          IntStream.range(0, 50).filter(i -> !stored.isStored(i)).boxed().toList();
      assertThat(missing).isNotEmpty();
      assertThat(stored.accepted()).isEqualTo(50 - missing.size());
      assertThat(missing).allSatisfy(i -> assertThat(stored.ids().get(i)).isEmpty());

      room.give("b", 2);
      AppendResult rest = append(room, events);
      assertThat(rest.accepted()).isEqualTo(missing.size());
      assertThat(rest.duplicates()).isEqualTo(50 - missing.size());
      checkAll(room, events, rest);
    }
  }

  @Test
  void an_unknown_part_outweighs_a_refused_one_and_that_one_a_missing_one() {
    try (NodeRoom room = new NodeRoom(4)) {
      room.give("a", 0, 1, 2);
      List<Event> events = IntStream.range(0, 50).mapToObj(NodeRoom::keyed).toList();
      assertThatThrownBy(() -> append(room, events)).isInstanceOf(PartlyStoredException.class);
      List<Event> others =
          IntStream.range(0, 50)
              .mapToObj(i -> Event.builder(Bytes.EMPTY).idempotencyKey("key " + i).build())
              .toList();
      // Nothing is stored: three shards refuse, and one has no owner.
      assertThatThrownBy(() -> append(room, others)).isInstanceOf(RequestException.Refused.class);

      room.give("b", 3);
      room.loseAnswers(1);
      List<Event> mixed = new ArrayList<>(others);
      mixed.addAll(
          IntStream.range(0, 50)
              .mapToObj(i -> Event.builder(Bytes.EMPTY).key(Bytes.utf8("plain " + i)).build())
              .toList());
      assertThatThrownBy(() -> append(room, mixed)).isInstanceOf(RequestException.Unknown.class);
    }
  }

  @Test
  void a_lost_answer_is_unknown_and_nothing_is_sent_again_without_a_key() {
    try (NodeRoom room = new NodeRoom(1)) {
      room.give("b", 0);
      room.loseAnswers(1);
      assertThatThrownBy(() -> append(room, List.of(NodeRoom.event(1), NodeRoom.keyed(2))))
          .isInstanceOf(RequestException.Unknown.class)
          .hasMessageContaining("idempotency key");
      assertThat(room.cluster.log(room.shard(0))).hasSize(2);
    }
  }

  @Test
  void a_lost_answer_is_asked_for_again_where_a_repeat_can_be_told() {
    try (NodeRoom room = new NodeRoom(1)) {
      room.give("b", 0);
      room.loseAnswers(2);
      Event numbered =
          Event.builder(Bytes.EMPTY).sourceBatch(new SourceBatch("crawler", 7)).build();
      AppendResult result = append(room, List.of(NodeRoom.keyed(1), numbered));
      assertThat(result.duplicates()).isEqualTo(2);
      assertThat(room.cluster.log(room.shard(0))).hasSize(2);
    }
  }

  @Test
  void a_lost_answer_is_unknown_also_where_no_owner_answers_any_more() {
    try (NodeRoom room = new NodeRoom(1)) {
      room.give("b", 0);
      room.loseAnswers(1);
      var append = room.start(() -> append1(room, NodeRoom.keyed(1)));
      room.simulation.runFor(Duration.ofMillis(10));
      room.cluster.take(room.shard(0));
      room.simulation.runFor(Duration.ofSeconds(7));
      assertThatThrownBy(append::get).isInstanceOf(RequestException.Unknown.class);
    }
  }

  @Test
  void what_never_arrived_is_sent_again() {
    try (NodeRoom room = new NodeRoom(1)) {
      room.give("b", 0);
      room.cutOff(true);
      var append = room.start(() -> append1(room, NodeRoom.event(1)));
      room.simulation.runFor(Duration.ofSeconds(1));
      room.cutOff(false);
      room.simulation.runFor(Duration.ofMillis(750));
      assertThat(append.get().accepted()).isEqualTo(1);
    }
  }

  @Test
  void an_owner_is_looked_up_once_until_it_is_another_one() {
    try (NodeRoom room = new NodeRoom(1)) {
      room.give("b", 0);
      for (int i = 0; i < 10; i++) {
        append(room, List.of(NodeRoom.event(i)));
      }
      long before = room.stores.operations().reads();
      assertThat(before).isEqualTo(1);
      room.give("c", 0);
      append(room, List.of(NodeRoom.event(11)));
      assertThat(room.stores.operations().reads()).isEqualTo(2);
      room.give("a", 0);
      int asked = room.asked.size();
      append(room, List.of(NodeRoom.event(12)));
      assertThat(room.asked).hasSize(asked);
      assertThat(room.cluster.log(room.shard(0))).hasSize(12);
    }
  }

  private static Event any(RandomGenerator random, int number) {
    var event = Event.builder(Bytes.utf8("event " + number));
    return switch (random.nextInt(4)) {
      case 0 -> event.key(Bytes.utf8("key " + random.nextInt(9))).build();
      case 1 -> event.idempotencyKey("request#" + number).build();
      case 2 ->
          event
              .key(Bytes.utf8("key " + random.nextInt(9)))
              .idempotencyKey("both#" + number)
              .build();
      default -> event.build();
    };
  }

  /** Every event stands where its answer says, and events of a shard in the order of the append. */
  private static void checkAll(NodeRoom room, List<Event> events, AppendResult result) {
    List<Optional<EventAddress>> ids = result.ids();
    assertThat(ids).hasSameSizeAs(events);
    int[] last = new int[room.stream.options().shards()];
    for (int i = 0; i < events.size(); i++) {
      EventAddress id = ids.get(i).orElseThrow();
      StoredEvent stored = room.cluster.log(room.shard(id.shard())).get(last[id.shard()]++);
      assertThat(stored.id()).as("order of shard " + id.shard()).isEqualTo(id);
      assertThat(stored.event()).isEqualTo(events.get(i));
      Event event = events.get(i);
      event
          .key()
          .ifPresent(
              key -> assertThat(id.shard()).isEqualTo(room.stream.keyPlacement().shardOf(key)));
    }
    assertThat(IntStream.of(last).sum()).isEqualTo(events.size());
  }

  private static AppendResult append(NodeRoom room, List<Event> events) {
    return room.run(() -> Futures.join(room.node.appends.append(room.stream, events)));
  }

  private static AppendResult append1(NodeRoom room, Event event) {
    return Futures.join(room.node.appends.append(room.stream, List.of(event)));
  }
}
