package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.SimulatedCluster;
import io.messina.stream.testkit.SimulatedServer;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * The owner of a shard stands still as it writes a state; it wakes, and writes, when another one
 * has gone on with the key.
 */
final class LateStateTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final Bytes KEY = Bytes.utf8("k");
  private static final Duration STILL = Duration.ofSeconds(30);

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final SimulatedCluster<Enrichment<String>> cluster =
      new SimulatedCluster<>(
          simulation,
          new SimulatedStore(simulation),
          simulation.random("test"),
          Duration.ofMillis(500));
  private final List<SimulatedServer<Enrichment<String>>> servers = new ArrayList<>();
  private boolean isArmed;
  private Optional<SimulatedNode> former = Optional.empty();

  @Test
  void a_state_that_a_former_owner_writes_late_stays_behind_that_of_the_next_one() {
    for (String name : List.of("a", "b", "c")) {
      servers.add(cluster.start(name, this::begin));
    }
    assertThat(
            cluster.goUntil(() -> servers.stream().allMatch(it -> it.running().isPresent()), STILL))
        .isTrue();
    append("0");
    cluster.go(Duration.ofSeconds(20));
    assertThat(state()).isEqualTo("0");

    isArmed = true;
    append("1");
    cluster.go(STILL.dividedBy(3));
    assertThat(former).isPresent();
    append("2");
    cluster.go(STILL.dividedBy(3));
    assertThat(state()).isEqualTo("0 1 2");

    cluster.go(STILL);
    assertThat(former.orElseThrow().isSuspended()).isFalse();
    assertThat(state()).isEqualTo("0 1 2");
    append("3");
    cluster.go(STILL);
    assertThat(state()).isEqualTo("0 1 2 3");
  }

  private Enrichment<String> begin(SimulatedNode node, Context context, Streams streams) {
    FaultyStore store =
        new FaultyStore(context.store())
            .before(
                call -> {
                  if (isArmed && call.writes(StateTable.STATES)) {
                    isArmed = false;
                    former = Optional.of(node);
                    simulation.after(Duration.ZERO, () -> node.suspend(Suspension.FROZEN));
                    simulation.after(STILL, node::resume);
                    node.pause(Duration.ofMillis(1));
                  }
                });
    var _ = streams.create(EDITS, StreamOptions.DEFAULT.shards(1));
    return Enrichment.start(
        new Context(store, context.time(), context.random(), context.threads()),
        streams,
        EDITS,
        "all",
        Collecting.job());
  }

  private void append(String text) {
    Event event = Event.builder(Bytes.utf8(text)).key(KEY).idempotencyKey(text).build();
    int accepted = run(it -> it.streams().stream(EDITS).append(List.of(event)).accepted());
    assertThat(accepted).isOne();
  }

  private String state() {
    return run(it -> it.program().state(KEY)).map(KeyState::state).orElse("");
  }

  /** Asks one that does not stand still. */
  private <T> T run(Function<SimulatedServer.Running<Enrichment<String>>, T> question) {
    SimulatedServer<Enrichment<String>> asked =
        servers.stream().filter(it -> !it.node().isSuspended()).findFirst().orElseThrow();
    return simulation.call(asked.node(), () -> question.apply(asked.running().orElseThrow()));
  }
}
