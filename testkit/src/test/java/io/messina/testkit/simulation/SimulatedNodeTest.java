package io.messina.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class SimulatedNodeTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @AutoClose private final Simulation simulation = new Simulation(7);
  private final SimulatedNode node = simulation.node("a");
  private final List<String> happened = new ArrayList<>();

  @Test
  void a_crashed_node_takes_no_further_step_not_even_a_finally() {
    Thread sleeper =
        node.spawn(
            "sleeper",
            () -> {
              try {
                sleep(MINUTE);
                happened.add("awake");
              } finally {
                happened.add("finally");
              }
            });
    node.schedule(MINUTE, () -> happened.add("alarm"));
    simulation.after(SECOND, node::crash);

    simulation.runFor(MINUTE.multipliedBy(2));

    assertThat(happened).isEmpty();
    assertThat(node.isCrashed()).isTrue();
    assertThat(sleeper.getState()).isEqualTo(Thread.State.TERMINATED);
  }

  @Test
  void an_actor_that_crashes_its_own_node_does_not_return() {
    Thread suicide =
        node.spawn(
            "suicide",
            () -> {
              happened.add("before");
              node.crash();
              happened.add("after");
            });

    simulation.run(MINUTE);

    assertThat(happened).containsExactly("before");
    assertThat(suicide.getState()).isEqualTo(Thread.State.TERMINATED);
  }

  @Test
  void what_crashed_while_it_could_go_on_does_not_go_on() {
    LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    node.spawn("taker", () -> happened.add(take(queue)));
    simulation.runFor(SECOND);
    SimulatedNode other = simulation.node("b");
    other.spawn(
        "killer",
        () -> {
          queue.add("something");
          node.crash();
          happened.add("killed");
        });

    simulation.run(MINUTE);

    assertThat(happened).containsExactly("killed");
  }

  @Test
  void a_machine_runs_one_process_at_a_time_and_keeps_its_clock() {
    node.clock().step(Duration.ofHours(3));
    assertThatThrownBy(() -> simulation.node("a")).hasMessageContaining("node: a (expected:");

    node.crash();
    SimulatedNode next = simulation.node("a");
    next.spawn("actor", () -> happened.add("runs"));
    node.spawn("ghost", () -> happened.add("never"));
    simulation.run(MINUTE);

    assertThat(happened).containsExactly("runs");
    assertThat(next.clock().instant()).isEqualTo(Simulation.START.plus(Duration.ofHours(3)));
  }

  @Test
  void alarms_of_a_stopped_process_ring_when_it_goes_on() {
    node.schedule(SECOND, () -> happened.add("rang at " + simulation.elapsed()));
    node.suspend(Suspension.PROCESS);
    long before = node.clock().nanoTime();

    simulation.runFor(MINUTE);
    assertThat(happened).isEmpty();
    assertThat(node.clock().nanoTime() - before).isEqualTo(MINUTE.toNanos());
    node.resume();
    simulation.run(MINUTE);

    assertThat(happened).containsExactly("rang at PT1M");
  }

  @Test
  void the_monotonic_clock_of_a_sleeping_machine_stands_and_the_wall_clock_goes_on() {
    node.schedule(SECOND, () -> happened.add("rang at " + simulation.elapsed()));
    node.suspend(Suspension.MACHINE);
    long before = node.clock().nanoTime();

    simulation.runFor(MINUTE);
    assertThat(node.clock().nanoTime()).isEqualTo(before);
    assertThat(node.clock().instant()).isEqualTo(Simulation.START.plus(MINUTE));
    node.resume();
    simulation.run(MINUTE);

    assertThat(happened).containsExactly("rang at PT1M1S");
  }

  @Test
  void an_actor_of_a_suspended_node_goes_on_where_it_was() {
    LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    node.spawn("taker", () -> happened.add(take(queue)));
    simulation.runFor(SECOND);
    node.suspend(Suspension.PROCESS);
    queue.add("something");

    simulation.runFor(MINUTE);
    assertThat(happened).isEmpty();
    node.resume();
    simulation.run(MINUTE);

    assertThat(happened).containsExactly("something");
  }

  @Test
  void clocks_run_at_rates_of_their_own_and_alarms_follow_the_monotonic_one() {
    node.clock().run(0.9, 1.25);
    long before = node.clock().nanoTime();
    node.schedule(MINUTE, () -> happened.add("rang at " + simulation.elapsed()));
    simulation.runFor(Duration.ofSeconds(40));

    assertThat(node.clock().instant()).isEqualTo(Simulation.START.plusSeconds(36));
    assertThat(node.clock().nanoTime() - before).isEqualTo(Duration.ofSeconds(50).toNanos());
    node.clock().run(1, 1);
    simulation.run(MINUTE);

    assertThat(happened).containsExactly("rang at PT50S");
  }

  @Test
  void a_wall_clock_is_set_back_without_touching_the_monotonic_one() {
    long before = node.clock().nanoTime();

    node.clock().step(Duration.ofDays(-2));

    assertThat(node.clock().instant()).isEqualTo(Simulation.START.minus(Duration.ofDays(2)));
    assertThat(node.clock().nanoTime()).isEqualTo(before);
    assertThatThrownBy(() -> node.clock().run(0, 1)).hasMessageContaining("rate: 0.0 (expected:");
  }

  @Test
  void a_sleeper_is_interrupted() {
    Thread sleeper =
        node.spawn(
            "sleeper",
            () -> {
              try {
                node.sleep(MINUTE);
              } catch (InterruptedException e) {
                happened.add("interrupted at " + simulation.elapsed());
              }
            });
    simulation.after(SECOND, sleeper::interrupt);

    simulation.run(MINUTE);

    assertThat(happened).containsExactly("interrupted at PT1S");
  }

  @Test
  void a_lock_held_across_a_sleep_makes_others_wait() {
    ReentrantLock lock = new ReentrantLock();
    Runnable task =
        () -> {
          lock.lock();
          try {
            sleep(SECOND);
            happened.add("done at " + simulation.elapsed());
          } finally {
            lock.unlock();
          }
        };
    node.spawn("first", task);
    node.spawn("second", task);

    simulation.run(MINUTE);

    assertThat(happened).containsExactly("done at PT1S", "done at PT2S");
  }

  @Test
  void only_actors_of_a_node_sleep_on_it() {
    assertThatThrownBy(() -> node.sleep(SECOND)).isInstanceOf(IllegalStateException.class);
    assertThat(node.isCurrent()).isFalse();
    node.spawn("actor", () -> happened.add("current: " + node.isCurrent()));

    simulation.run(MINUTE);

    assertThat(happened).containsExactly("current: true");
  }

  private void sleep(Duration duration) {
    try {
      node.sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String take(LinkedBlockingQueue<String> queue) {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
