package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.PeerException;
import io.messina.stream.testkit.Wire;
import io.messina.stream.testkit.WireFaults;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class WireTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Duration LONG = Duration.ofHours(1);

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final Wire<Runnable> wire = new Wire<>(simulation);
  private final SimulatedNode caller = simulation.node("caller");
  private final SimulatedNode server = simulation.node("server");
  private final List<String> served = new ArrayList<>();
  private final List<String> seen = new ArrayList<>();

  WireTest() {
    wire.serve(server, () -> served.add("at " + simulation.elapsed().toSeconds()));
  }

  @Test
  void an_answer_comes_back() {
    call(() -> "answered");
    simulation.run(LONG);

    assertThat(seen).containsExactly("answered");
  }

  @Test
  void what_the_service_throws_comes_back_as_it_is() {
    NotOwnerException thrown =
        new NotOwnerException(new ShardId(new StreamId(new StreamName("edits"), 1), 0));
    caller.spawn(
        "caller",
        () ->
            assertThatThrownBy(
                    () ->
                        wire.call(
                            caller,
                            "server",
                            TIMEOUT,
                            service -> {
                              throw thrown;
                            }))
                .isSameAs(thrown));
    simulation.run(LONG);
  }

  @Test
  void a_crashed_process_answers_nothing_and_certainly_did_nothing() {
    server.crash();
    call(() -> "answered");
    simulation.run(LONG);

    assertThat(seen).containsExactly("nothing, may have happened: false");
    assertThat(served).isEmpty();
  }

  @Test
  void a_process_that_stands_still_serves_a_call_long_after_the_caller_gave_up() {
    server.suspend(Suspension.PROCESS);
    simulation.after(Duration.ofSeconds(100), server::resume);
    call(() -> "answered");
    simulation.run(LONG);

    assertThat(seen).containsExactly("nothing, may have happened: true");
    assertThat(served).containsExactly("at 100");
  }

  @Test
  void a_way_that_is_cut_carries_nothing_until_it_is_open_again() {
    wire.cut("caller", "server");
    call(() -> "answered");
    simulation.run(LONG);
    wire.reconnect();
    call(() -> "answered");
    simulation.run(LONG);

    assertThat(seen).containsExactly("nothing, may have happened: true", "answered");
    assertThat(served).hasSize(1);
  }

  @Test
  void a_way_back_that_is_cut_loses_the_answer_alone() {
    wire.cut("server", "caller");
    call(() -> "answered");
    simulation.run(LONG);

    assertThat(seen).containsExactly("nothing, may have happened: true");
    assertThat(served).hasSize(1);
  }

  @Test
  void of_what_gets_lost_some_was_served_and_some_was_not() {
    wire.faults(new WireFaults(0, 1, 0, Duration.ofMillis(20), Duration.ofSeconds(8)));
    for (int i = 0; i < 100; i++) {
      call(() -> "answered");
    }
    simulation.run(LONG);

    assertThat(seen).hasSize(100).containsOnly("nothing, may have happened: true");
    assertThat(served).hasSizeBetween(30, 70);
  }

  private void call(Supplier<String> answer) {
    caller.spawn("caller", () -> seen.add(ask(answer)));
  }

  private String ask(Supplier<String> answer) {
    try {
      return wire.call(
          caller,
          "server",
          TIMEOUT,
          service -> {
            service.run();
            return answer.get();
          });
    } catch (PeerException e) {
      return "nothing, may have happened: " + e.mayHaveHappened();
    }
  }
}
