package io.messina.stream.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.testkit.SimulatedTime;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadyWatchTest {

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("edits"), 1), 0);

  /** How long a claim takes at most here, and then so long until the next is woken. */
  private static final Duration SLEEP_MAX = Duration.ofMillis(300);

  @AutoClose private Room room = new Room(1);

  @Test
  void one_event_wakes_one_of_a_thousand_who_wait() {
    room.workers(1_000, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(1));
    room.looks = 0;
    room.put(3, 1);
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(room.taken).isEqualTo(1);
    assertThat(room.looks).isEqualTo(1);
  }

  @Test
  void who_came_first_is_woken_first() {
    for (int i = 0; i < 20; i++) {
      room.worker(i, 1, Duration.ofMinutes(10));
      room.simulation.runFor(Duration.ofMillis(1));
    }
    for (int i = 0; i < 20; i++) {
      room.put(i % Room.OWNERS, 1);
      room.simulation.runFor(Duration.ofMillis(100));
    }
    assertThat(room.served).containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
  }

  @Test
  void as_many_are_woken_as_it_takes_to_claim_what_is_ready() {
    room.workers(100, 10, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(1));
    room.looks = 0;
    room.put(0, 45);
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(room.taken).isEqualTo(45);
    assertThat(room.looks).isBetween(5, 7);
  }

  @Test
  void whose_wait_ends_as_it_is_woken_hands_its_turn_on() {
    ReadyWatch<List<Integer>, Integer>.Waiter gone = room.watch.waiter(1);
    gone.stand(Room.ALL, () -> {});
    room.worker(1, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(1));
    room.put(0, 1);
    room.simulation.runFor(Duration.ofMillis(1));
    assertThat(room.taken).isZero();
    gone.served();
    room.simulation.runFor(Duration.ofMillis(50));
    assertThat(room.served).containsExactly(1);
  }

  @Test
  void who_is_woken_and_hangs_holds_up_nobody_for_long() {
    ReadyWatch<List<Integer>, Integer>.Waiter hanging = room.watch.waiter(100);
    hanging.stand(Room.ALL, () -> {});
    room.worker(1, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(1));
    room.put(0, 1);
    room.simulation.runFor(SLEEP_MAX);
    assertThat(room.served).containsExactly(1);
  }

  @Test
  void nobody_is_woken_where_there_is_nothing_for_long() {
    room.workers(1_000, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(1));
    room.looks = 0;
    room.lookUps = 0;
    room.asked = 0;
    room.simulation.runFor(Duration.ofSeconds(50));
    assertThat(room.looks).isZero();
    assertThat(room.lookUps).isZero();
    assertThat(room.asked).isBetween(9 * Room.OWNERS, 11 * Room.OWNERS);
  }

  @Test
  void owners_are_asked_again_at_once_when_a_wait_is_over() {
    room.workers(2, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofMillis(5_001));
    room.put(0, 1);
    room.simulation.runFor(Duration.ofMillis(1));
    assertThat(room.taken).isEqualTo(1);
  }

  @Test
  void all_are_told_at_once_that_there_is_nothing_to_wait_for_any_more() {
    room.workers(1_000, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(1));
    room.looks = 0;
    room.gone = true;
    room.changed();
    room.simulation.runFor(Duration.ofMillis(1));
    assertThat(room.failed).isEqualTo(1_000);
    assertThat(room.looks).isZero();
  }

  @Test
  void other_owners_are_asked_at_once_and_nobody_is_woken() {
    room.owned = 1;
    room.workers(1_000, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(6));
    room.looks = 0;
    room.owned = 0;
    room.changed();
    room.simulation.runFor(Duration.ofSeconds(1));
    room.owned = 4;
    room.worker(1_000, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofMillis(1));
    assertThat(room.looks).isEqualTo(1);
    room.put(3, 1);
    room.simulation.runFor(Duration.ofMillis(1));
    assertThat(room.looks).isEqualTo(2);
    assertThat(room.taken).isEqualTo(1);
  }

  @Test
  void who_is_woken_in_vain_again_and_again_is_woken_seldom_and_alone() {
    room.phantoms = 1_000;
    room.workers(1_000, 1, Duration.ofMinutes(10));
    room.simulation.runFor(Duration.ofSeconds(5));
    room.looks = 0;
    room.simulation.runFor(Duration.ofSeconds(10));
    assertThat(room.looks).isBetween(1, 20 * Room.OWNERS);
  }

  /**
   * Workers come, wait, leave early, and are slow; events come in bursts, and some are taken by
   * others.
   */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void nobody_sleeps_while_an_event_is_ready(long seed) {
    room.close();
    room = new Room(seed);
    RandomGenerator random = room.machine.random();
    Duration readySince = room.simulation.elapsed();
    for (int step = 0; step < 2_000; step++) {
      switch (random.nextInt(6)) {
        case 0 ->
            room.worker(step, 1 + random.nextInt(5), Duration.ofMillis(random.nextInt(3_000)));
        case 1 -> room.worker(step, 1, Duration.ofMinutes(1));
        case 2 -> room.put(random.nextInt(Room.OWNERS), random.nextInt(4));
        case 3 -> room.steal(random.nextInt(Room.OWNERS));
        default -> room.simulation.runFor(Duration.ofMillis(random.nextInt(40)));
      }
      if (room.ready() == 0 || room.waiting == 0) {
        readySince = room.simulation.elapsed();
      }
      assertThat(room.simulation.elapsed().minus(readySince)).isLessThan(SLEEP_MAX);
    }
    room.simulation.runFor(Duration.ofMinutes(2));
    assertThat(room.waiting).isZero();
    assertThat(room.taken).isPositive();
  }

  /** Owners who count events, and workers who wait for them. One actor runs at a time. */
  private static final class Room implements AutoCloseable {

    static final int OWNERS = 4;
    static final List<Integer> ALL = IntStream.range(0, OWNERS).boxed().toList();

    final Simulation simulation;
    final SimulatedNode machine;
    final NodeTime time;
    final ReadyWatch<List<Integer>, Integer> watch;
    final List<Integer> served = new ArrayList<>();
    private final int[] events = new int[OWNERS];
    private final List<Runnable> changes = new ArrayList<>();
    int looks;
    int taken;
    int waiting;
    int lookUps;
    int asked;
    int failed;
    int owned = OWNERS; // those who still are
    int phantoms; // what each owner says is ready, and is not to be had
    boolean gone;

    Room(long seed) {
      simulation = new Simulation(seed);
      machine = simulation.node("a");
      time = new SimulatedTime(machine);
      watch = new ReadyWatch<>(time, machine.threads("watch"), new Owners());
    }

    int ready() {
      return Arrays.stream(events).sum();
    }

    void put(int owner, int count) {
      events[owner] += count;
      changed();
    }

    void changed() {
      List.copyOf(changes).forEach(Runnable::run);
    }

    void steal(int owner) {
      events[owner] = Math.max(0, events[owner] - 1);
    }

    void workers(int count, int max, Duration wait) {
      IntStream.range(0, count).forEach(number -> worker(number, max, wait));
    }

    void worker(int number, int max, Duration wait) {
      machine.spawn("worker " + number, () -> work(number, max, wait));
    }

    private void work(int number, int max, Duration wait) {
      Duration until = simulation.elapsed().plus(wait);
      ReadyWatch<List<Integer>, Integer>.Waiter waiter = watch.waiter(max);
      int got = take(max);
      while (got == 0 && simulation.elapsed().compareTo(until) < 0) {
        CompletableFuture<Boolean> woken = new CompletableFuture<>();
        waiter.stand(ALL, () -> woken.complete(true));
        var alarm = time.schedule(until.minus(simulation.elapsed()), () -> woken.complete(false));
        waiting++;
        boolean _ = woken.join();
        waiting--;
        alarm.cancel();
        try {
          got = waiter.leave() ? take(max) : 0;
        } catch (RequestException.NotFound e) {
          failed++;
          break;
        }
      }
      if (got > 0) {
        served.add(number);
      }
      waiter.served();
    }

    /** Takes a while, as a write does. */
    private int take(int max) {
      looks++;
      int got = 0;
      for (int owner = 0; owner < OWNERS; owner++) {
        int some = Math.min(max - got, events[owner]);
        events[owner] -= some;
        got += some;
      }
      taken += got;
      machine.pause(Duration.ofMillis(got == 0 ? 0 : machine.random().nextInt(30)));
      return got;
    }

    private final class Owners implements ReadyWatch.Owners<List<Integer>, Integer> {

      @Override
      public List<Integer> questions(List<Integer> target) {
        lookUps++;
        return target.stream().filter(owner -> owner < owned).toList();
      }

      @Override
      public int awaitReady(Integer owner, Duration wait) {
        return await(owner, wait);
      }
    }

    private int await(int owner, Duration most) {
      asked++;
      CompletableFuture<Integer> ready = new CompletableFuture<>();
      Runnable look =
          () -> {
            if (gone) {
              ready.completeExceptionally(
                  new RequestException.NotFound(RequestException.NotFound.Kind.GROUP, "gone"));
            } else if (owner >= owned) {
              ready.completeExceptionally(new NotOwnerException(SHARD));
            } else if (events[owner] + phantoms > 0) {
              ready.complete(events[owner] + phantoms);
            }
          };
      changes.add(look);
      var alarm = time.schedule(most, () -> ready.complete(0));
      look.run();
      try {
        return Futures.join(ready);
      } finally {
        alarm.cancel();
        changes.remove(look);
      }
    }

    @Override
    public void close() {
      simulation.close();
    }
  }
}
