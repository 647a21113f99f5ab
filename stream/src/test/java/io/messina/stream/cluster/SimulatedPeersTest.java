package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.ShardsBehind;
import io.messina.stream.StreamId;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.ShardService;
import io.messina.stream.testkit.SimulatedPeers;
import io.messina.stream.testkit.Wire;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class SimulatedPeersTest {

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("work"), 1), 0);
  private static final List<AppendedSpan> SPANS =
      List.of(new AppendedSpan(Optional.empty(), 1, false));

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final Wire<ShardService> wire = new Wire<>(simulation);
  private final SimulatedNode caller = simulation.node("caller");
  private final SimulatedNode server = simulation.node("server");
  private final List<Object> outcomes = new ArrayList<>();

  @Test
  void the_answer_to_an_append_completes_its_future() {
    wire.serve(server, answering(CompletableFuture.completedFuture(SPANS)));
    append();

    assertThat(outcomes).containsExactly(SPANS);
  }

  @Test
  void what_an_append_fails_by_comes_back_as_it_is() {
    RequestException failure = new RequestException.Overloaded("work~1/0: full");
    wire.serve(server, answering(CompletableFuture.failedFuture(failure)));
    append();

    assertThat(outcomes)
        .singleElement()
        .isInstanceOfSatisfying(
            RequestException.Overloaded.class, e -> assertThat(e).hasMessage("work~1/0: full"));
  }

  @Test
  void an_append_that_is_never_answered_may_have_happened() {
    wire.serve(server, answering(new CompletableFuture<>()));
    append();

    assertThat(outcomes)
        .singleElement()
        .isInstanceOfSatisfying(PeerException.class, e -> assertThat(e.mayHaveHappened()).isTrue());
  }

  private void append() {
    ShardService peer = new SimulatedPeers(caller, wire).at("server");
    caller.spawn(
        "caller",
        () -> {
          var answer =
              peer.shard(SHARD).append(EventRun.of(List.of(Event.of(Payloads.bytes("e")))));
          try {
            outcomes.add(answer.join());
          } catch (CompletionException e) {
            outcomes.add(Objects.requireNonNull(e.getCause()));
          }
        });
    simulation.run(Duration.ofMinutes(1));
  }

  private static ShardService answering(CompletableFuture<List<AppendedSpan>> answer) {
    return ShardsBehind.by((_, _, _) -> answer);
  }
}
