package io.messina.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class SimulationTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @AutoClose private final Simulation simulation = new Simulation(7);
  private final SimulatedNode node = simulation.node("a");
  private final List<String> happened = new ArrayList<>();

  @Test
  void one_seed_is_one_history() {
    assertThat(Workshop.historyOf(3)).isEqualTo(Workshop.historyOf(3)).hasSizeGreaterThan(1_000);
  }

  @Test
  void different_seeds_are_different_histories() {
    assertThat(Workshop.historyOf(3)).isNotEqualTo(Workshop.historyOf(4));
  }

  @Test
  void time_passes_only_when_all_actors_wait() {
    node.spawn("sleeper", () -> sleep(Duration.ofHours(5)));
    node.spawn("watcher", () -> happened.add("at " + simulation.elapsed()));

    simulation.run(Duration.ofDays(1));

    assertThat(simulation.elapsed()).isEqualTo(Duration.ofHours(5));
    assertThat(happened).containsExactly("at PT0S");
  }

  @Test
  void events_happen_in_the_order_of_their_times() {
    simulation.after(Duration.ofSeconds(2), () -> happened.add("second"));
    simulation.after(Duration.ofSeconds(1), () -> happened.add("first"));
    simulation.after(Duration.ofSeconds(2), () -> happened.add("third"));
    Alarm never = simulation.after(Duration.ofSeconds(1), () -> happened.add("never"));

    assertThat(never.cancel()).isTrue();
    assertThat(never.cancel()).isFalse();
    simulation.run(MINUTE);

    assertThat(happened).containsExactly("first", "second", "third");
  }

  @Test
  void a_run_for_a_while_ends_then_and_can_go_on() {
    node.schedule(Duration.ofSeconds(90), () -> happened.add("rang"));

    simulation.runFor(MINUTE);
    assertThat(happened).isEmpty();
    assertThat(simulation.elapsed()).isEqualTo(MINUTE);
    simulation.runFor(MINUTE);

    assertThat(happened).containsExactly("rang");
  }

  @Test
  void a_run_ends_as_soon_as_its_condition_holds() {
    node.schedule(Duration.ofSeconds(5), () -> happened.add("rang"));
    node.schedule(Duration.ofSeconds(9), () -> happened.add("rang again"));

    assertThat(simulation.runUntil(() -> !happened.isEmpty(), MINUTE)).isTrue();
    assertThat(simulation.elapsed()).isEqualTo(Duration.ofSeconds(5));
    assertThat(simulation.runUntil(() -> happened.size() == 3, MINUTE)).isFalse();
  }

  @Test
  void threads_that_the_code_starts_itself_are_actors() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    node.spawn(
        "parent",
        () -> {
          try (ExecutorService pool = Executors.newThreadPerTaskExecutor(node.threads("task"))) {
            pool.execute(() -> happened.add("from a pool"));
          }
          Thread.startVirtualThread(() -> answer.complete("from a thread"));
          happened.add(answer.join());
        });

    simulation.run(MINUTE);

    assertThat(happened).containsExactly("from a pool", "from a thread");
  }

  @Test
  void an_actor_that_fails_ends_the_run_and_names_the_seed() {
    node.spawn(
        "broken",
        () -> {
          throw new IllegalArgumentException("broken");
        });

    assertThatThrownBy(() -> simulation.run(MINUTE))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("a/broken#0 failed")
        .hasMessageContaining("-Dmessina.test.seed=7")
        .hasRootCauseMessage("broken");
  }

  @Test
  void an_event_that_fails_ends_the_run_and_names_the_seed() {
    simulation.after(
        MINUTE,
        () -> {
          throw new IllegalArgumentException("broken");
        });

    assertThatThrownBy(() -> simulation.runFor(MINUTE))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("an event failed")
        .hasMessageContaining("-Dmessina.test.seed=7");
  }

  @Test
  void what_fails_on_a_crashed_node_does_not_matter() {
    node.spawn(
        "broken",
        () -> {
          node.schedule(MINUTE, () -> happened.add("never"));
          sleep(MINUTE);
          throw new IllegalArgumentException("broken");
        });
    simulation.after(Duration.ofSeconds(1), node::crash);

    simulation.run(MINUTE);

    assertThat(happened).isEmpty();
  }

  @Test
  void waiting_by_the_real_clock_is_noticed() {
    node.spawn(
        "hasty",
        () -> {
          try {
            Thread.sleep(Duration.ofHours(1));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });

    assertThatThrownBy(() -> simulation.run(MINUTE))
        .hasMessageContaining("waits by the real clock");
  }

  @Test
  void waking_an_actor_from_outside_is_noticed() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    node.spawn("waiting", answer::join);
    simulation.after(
        MINUTE, () -> joined(Thread.ofPlatform().start(() -> answer.complete("from outside"))));

    assertThatThrownBy(() -> simulation.runFor(MINUTE.multipliedBy(2)))
        .hasMessageContaining("a/waiting#0 failed")
        .hasMessageContaining("a thread outside of the simulation woke it");
  }

  @Test
  void a_monitor_held_by_an_actor_that_waits_is_noticed() {
    Object monitor = new Object();
    try (Simulation hasty = new Simulation(7, Duration.ofMillis(100))) {
      SimulatedNode b = hasty.node("b");
      Runnable task =
          () -> {
            synchronized (monitor) {
              sleep(b, MINUTE);
            }
          };
      b.spawn("first", task);
      b.spawn("second", task);

      assertThatThrownBy(() -> hasty.run(MINUTE.multipliedBy(3)))
          .hasMessageContaining("wants a monitor that another actor holds");
    }
  }

  @Test
  void a_monitor_held_by_a_thread_outside_changes_nothing() {
    MonitorHolder holder = new MonitorHolder();
    node.spawn("waiting", () -> happened.add(holder.releasedBy(() -> "released")));

    simulation.run(MINUTE);

    assertThat(happened).containsExactly("released");
  }

  @Test
  @SuppressWarnings("ThreadPriorityCheck") // what the test is about
  void an_endless_loop_is_noticed() {
    node.spawn(
        "spinning",
        () -> {
          while (true) {
            Thread.yield();
          }
        });

    assertThatThrownBy(() -> simulation.run(MINUTE)).hasMessageContaining("an endless loop");
  }

  @Test
  void a_run_that_does_not_come_to_an_end_in_time_is_an_error() {
    node.schedule(MINUTE.plusNanos(1), () -> happened.add("too late"));

    assertThatThrownBy(() -> simulation.run(MINUTE))
        .hasMessageContaining("there is still something to do after PT1M");
  }

  @Test
  void the_last_events_are_kept_in_words() {
    simulation.history().keep(2);
    simulation.history().record("one");
    simulation.history().record("two");
    node.spawn("actor", () -> happened.add("ran"));

    simulation.run(MINUTE);

    assertThat(simulation.history().lines()).containsExactly("PT0S two", "PT0S a/actor#0");
  }

  private void sleep(Duration duration) {
    sleep(node, duration);
  }

  private static void sleep(SimulatedNode sleeper, Duration duration) {
    try {
      sleeper.sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void joined(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A thread outside of a simulation that holds a monitor until somebody waits for it. */
  static final class MonitorHolder {

    private final Object monitor = new Object();

    /** Calls while the monitor was, just before, held outside. */
    <T> T releasedBy(Supplier<T> action) {
      Thread waiting = Thread.currentThread();
      CountDownLatch held = new CountDownLatch(1);
      Thread.ofPlatform().start(() -> holdUntilBlocked(waiting, held));
      while (held.getCount() > 0) {
        Thread.onSpinWait();
      }
      synchronized (monitor) {
        return action.get();
      }
    }

    private void holdUntilBlocked(Thread waiting, CountDownLatch held) {
      synchronized (monitor) {
        held.countDown();
        while (waiting.getState() != Thread.State.BLOCKED) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
