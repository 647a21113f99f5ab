package io.messina.stream.group;

import static io.messina.stream.group.ConsumerRoom.GROUP;
import static io.messina.stream.group.ConsumerRoom.ONCE;
import static io.messina.stream.group.ConsumerRoom.shard;
import static io.messina.stream.group.ConsumerRoom.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.DeathCause;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimHandler;
import io.messina.stream.ClaimPace;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.Event;
import io.messina.stream.NotBegunException;
import io.messina.stream.Output;
import io.messina.stream.RejectedEventException;
import io.messina.stream.RetryAfterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ClaimConsumerTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @AutoClose private final ConsumerRoom room = new ConsumerRoom();

  @Test
  void every_event_is_handled_once_by_no_more_handlers_than_allowed() {
    room.cluster.give(shard(0), "a");
    room.cluster.give(shard(1), "a");
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<String> handled = new ArrayList<>();
    Consumer consumer =
        claim(
            event -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              room.sleep(Duration.ofMillis(10));
              running.decrementAndGet();
              handled.add(event.receipt().shard() + ":" + text(event.stored().event()));
            },
            ConsumerOptions.DEFAULT.withConcurrency(5));
    room.append(0, 0, 100);
    room.runFor(Duration.ofMillis(50));
    room.append(1, 0, 100);
    room.runFor(SECOND);

    assertThat(handled).hasSize(200).doesNotHaveDuplicates();
    assertThat(most).hasValue(5);
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(200, 0, 0));
  }

  @Test
  void an_event_that_comes_while_the_consumer_is_idle_is_handled_at_once() {
    room.cluster.give(shard(0), "a");
    Consumer consumer = claim(_ -> {}, ConsumerOptions.DEFAULT);
    room.runFor(Duration.ofSeconds(33));
    room.append(0, 0, 1);
    room.runFor(Duration.ofMillis(1));
    assertThat(consumer.counts().handled()).isEqualTo(1);
  }

  @Test
  void a_suspect_is_handled_with_nothing_else_in_hand() {
    room.own(0, 20);
    room.suspect(2);
    AtomicInteger running = new AtomicInteger();
    List<Integer> besideSuspects = new ArrayList<>();
    Consumer consumer =
        claim(
            event -> {
              int others = running.getAndIncrement();
              room.sleep(Duration.ofSeconds(45));
              if (event.suspect()) {
                besideSuspects.add(others + running.get() - 1);
              }
              running.decrementAndGet();
            },
            ConsumerOptions.DEFAULT.withConcurrency(5));
    room.runFor(Duration.ofMinutes(15));
    assertThat(besideSuspects).containsExactly(0, 0);
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(20, 0, 0));
  }

  @Test
  void a_handler_that_hangs_holds_a_suspect_up_no_longer_than_it_is_allowed_to_take() {
    room.own(0, 20);
    room.suspect(2);
    AtomicInteger begun = new AtomicInteger();
    Consumer consumer =
        claim(
            event -> {
              if (begun.getAndIncrement() == 0) {
                room.sleep(Duration.ofDays(1));
              }
            },
            ConsumerOptions.DEFAULT.withConcurrency(5).withHandlingMax(Duration.ofMinutes(5)));
    room.runFor(Duration.ofMinutes(4));
    assertThat(consumer.counts().handled()).isLessThan(19);
    room.runFor(Duration.ofMinutes(10));
    assertThat(consumer.counts().handled()).isGreaterThanOrEqualTo(19);
  }

  @Test
  void an_event_whose_handler_fails_comes_again_after_the_backoff() {
    room.own(0, 1);
    List<Integer> attempts = new ArrayList<>();
    List<Duration> times = new ArrayList<>();
    Consumer consumer =
        claim(
            event -> {
              attempts.add(event.attempt());
              times.add(room.simulation.elapsed());
              if (event.attempt() < 3) {
                throw new IllegalStateException("not yet");
              }
            },
            ConsumerOptions.DEFAULT);
    room.runFor(Duration.ofSeconds(10));
    assertThat(attempts).containsExactly(1, 2, 3);
    assertThat(times.get(1).minus(times.get(0)))
        .isBetween(Duration.ofMillis(800), Duration.ofMillis(1_200));
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(1, 2, 0));
  }

  @Test
  void a_rejected_event_goes_to_the_dead_letters_at_once() {
    room.own(0, 1);
    Consumer consumer =
        claim(
            _ -> {
              throw new RejectedEventException("no such page");
            },
            ConsumerOptions.DEFAULT);
    room.runFor(Duration.ofMinutes(1));
    assertThat(consumer.counts().failed()).isEqualTo(1);
    assertThat(
            room.cluster.run(
                () ->
                    room.cluster.owned(shard(0)).group(GROUP.id()).deadLetters(Position.START, 10)))
        .singleElement()
        .satisfies(
            dead ->
                assertThat(dead.letter().failures().getFirst().error()).isEqualTo("no such page"));
  }

  @Test
  void at_most_once_only_what_says_that_nothing_was_done_comes_again() {
    room.own(0, 4);
    Map<String, Integer> handled = new TreeMap<>();
    Consumer consumer =
        room.consumers.claimLeased(
            ONCE,
            (event, _) -> {
              String which = text(event.stored().event());
              if (handled.merge(which, 1, Integer::sum) <= 2) {
                fail(which);
              }
            },
            ConsumerOptions.DEFAULT,
            ClaimPace.FREE);
    room.runFor(Duration.ofMinutes(1));
    assertThat(handled).isEqualTo(Map.of("0", 3, "1", 3, "2", 1, "3", 1));
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(2, 6, 0));
    assertThat(
            room.cluster.run(
                () ->
                    room.cluster.owned(shard(0)).group(ONCE.id()).deadLetters(Position.START, 10)))
        .hasSize(2)
        .allSatisfy(dead -> assertThat(dead.letter().cause()).isEqualTo(DeathCause.UNCERTAIN));
  }

  /** Three more in each second. */
  private final class ThreePerSecond implements ClaimPace {

    private int taken;

    @Override
    public int take(int most) {
      int some = Math.min(most, (int) (3 * elapsed().toSeconds()) - taken);
      taken += some;
      return some;
    }

    @Override
    public void giveBack(int events) {
      taken -= events;
    }

    @Override
    public Duration untilRoom() {
      return Duration.ofMillis(200);
    }

    Duration elapsed() {
      return room.simulation.elapsed();
    }
  }

  @Test
  void no_more_is_claimed_than_the_pace_allows_however_much_there_is() {
    room.own(0, 100);
    ThreePerSecond pace = new ThreePerSecond();
    List<Long> seconds = new ArrayList<>();
    Duration began = pace.elapsed();
    Consumer consumer =
        room.consumers.claimLeased(
            ONCE, (_, _) -> seconds.add(pace.elapsed().toSeconds()), ConsumerOptions.DEFAULT, pace);
    room.runFor(Duration.ofSeconds(20));
    long all = 3 * began.plusSeconds(20).toSeconds();
    assertThat(seconds).hasSizeBetween((int) all - 3, (int) all);
    assertThat(seconds.stream().filter(second -> second == began.toSeconds() + 10)).hasSize(3);
    room.runFor(Duration.ofSeconds(20));
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(100, 0, 0));
  }

  private static void fail(String which) throws Exception {
    switch (which) {
      case "0" -> throw new NotBegunException("no connection");
      case "1" -> throw new RetryAfterException("busy", SECOND);
      case "2" -> throw new IllegalStateException("the answer has no id");
      default -> throw new NoClassDefFoundError("a class of the answer");
    }
  }

  @Test
  void the_lease_is_extended_while_the_handler_runs_but_not_for_ever() {
    room.own(0, 1);
    List<Integer> attempts = new ArrayList<>();
    Consumer consumer =
        claim(
            event -> {
              attempts.add(event.attempt());
              room.sleep(Duration.ofMinutes(event.attempt() == 1 ? 5 : 20));
            },
            ConsumerOptions.DEFAULT
                .withConcurrency(2)
                .withLease(Duration.ofSeconds(2))
                .withHandlingMax(Duration.ofMinutes(6)));
    room.runFor(Duration.ofMinutes(6));
    assertThat(attempts).containsExactly(1);
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(1, 0, 0));
  }

  @Test
  void a_lease_ends_where_the_handler_takes_longer_than_allowed() {
    room.own(0, 1);
    List<Integer> attempts = new ArrayList<>();
    Consumer consumer =
        claim(
            event -> {
              attempts.add(event.attempt());
              room.sleep(Duration.ofMinutes(event.attempt() == 1 ? 5 : 0));
            },
            ConsumerOptions.DEFAULT
                .withConcurrency(2)
                .withLease(Duration.ofSeconds(2))
                .withHandlingMax(Duration.ofMinutes(1)));
    room.runFor(Duration.ofMinutes(6));
    // The first lease that ends in silence counts none.
    assertThat(attempts).containsExactly(1, 1, 2);
    // What the first attempt says in the end is superseded.
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(2, 0, 1));
  }

  @Test
  void closing_waits_for_handlers_and_tells_what_came_of_them() {
    room.own(0, 10);
    Consumer consumer =
        claim(_ -> room.sleep(Duration.ofMinutes(3)), ConsumerOptions.DEFAULT.withConcurrency(4));
    room.runFor(SECOND);
    var closed = room.closing(consumer);
    var again = room.closing(consumer);
    room.runFor(Duration.ofMinutes(2));
    assertThat(closed).isFalse();
    room.runFor(Duration.ofMinutes(1));
    assertThat(closed).isTrue();
    assertThat(again).isTrue();
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(4, 0, 0));
    room.runFor(Duration.ofMinutes(10));
    assertThat(consumer.counts().handled()).isEqualTo(4);
    // Those that were not begun are there for the next one, and those that were are not.
    Consumer next = claim(_ -> {}, ConsumerOptions.DEFAULT);
    room.runFor(SECOND);
    assertThat(next.counts().handled()).isEqualTo(6);
  }

  @Test
  void closing_interrupts_handlers_where_they_take_too_long() {
    room.own(0, 1);
    Consumer consumer =
        claim(
            _ -> room.time.sleep(Duration.ofHours(1)),
            ConsumerOptions.DEFAULT.withDrainMax(Duration.ofSeconds(5)));
    room.runFor(SECOND);
    var closed = room.closing(consumer);
    room.runFor(Duration.ofSeconds(4));
    assertThat(closed).isFalse();
    room.runFor(Duration.ofSeconds(2));
    assertThat(closed).isTrue();
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(0, 1, 0));
  }

  @Test
  void what_was_handled_of_a_lost_shard_is_dropped_and_new_shards_are_claimed_from() {
    room.own(0, 3);
    Consumer consumer = claim(_ -> room.sleep(SECOND), ConsumerOptions.DEFAULT);
    room.runFor(Duration.ofMillis(500));
    room.cluster.take(shard(0));
    room.runFor(SECOND);
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(3, 0, 3));
    room.own(1, 2);
    room.runFor(SECOND.plusMillis(1));
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(5, 0, 3));
  }

  @Test
  void outputs_are_appended_before_the_event_is_done() {
    room.own(0, 2);
    Consumer consumer =
        room.consumers.claim(
            GROUP,
            event ->
                List.of(
                    new Output(
                        new StreamName("scores"),
                        Event.of(Bytes.utf8("of " + text(event.stored().event()))))),
            ConsumerOptions.DEFAULT.withConcurrency(1));
    room.runFor(SECOND);
    assertThat(room.outputs).containsExactly("1.0 of 0", "1.1 of 1");
    assertThat(consumer.counts().handled()).isEqualTo(2);
  }

  @Test
  void closing_the_node_closes_all_consumers_and_takes_no_more() {
    room.own(0, 1);
    Consumer consumer = claim(_ -> room.sleep(SECOND), ConsumerOptions.DEFAULT);
    room.runFor(Duration.ofMillis(1));
    var closed = room.closing(room.consumers);
    room.runFor(Duration.ofMillis(500));
    assertThat(closed).isFalse();
    room.runFor(SECOND);
    assertThat(closed).isTrue();
    assertThat(consumer.counts().handled()).isEqualTo(1);
    assertThatThrownBy(() -> claim(_ -> {}, ConsumerOptions.DEFAULT))
        .isInstanceOf(RequestException.Unavailable.class);
  }

  private Consumer claim(ClaimHandler handler, ConsumerOptions options) {
    return room.consumers.claim(
        GROUP,
        event -> {
          handler.handle(event);
          return List.of();
        },
        options);
  }
}
