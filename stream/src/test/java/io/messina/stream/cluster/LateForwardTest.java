package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.peers.call.CallHandler;
import io.messina.peers.call.RemoteShards;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.EventRun;
import io.messina.stream.node.OwnedCluster;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A forward lies in a buffer of the system while its shard moves away and comes back: its sender
 * was told long ago that nothing is known of it.
 */
final class LateForwardTest {

  private static final CatalogStream WORK =
      new CatalogStream(
          new StreamId(new StreamName("work"), 1),
          StreamOptions.DEFAULT.shards(1).deduplicate(Duration.ofMinutes(10)));
  private static final ShardId SHARD = WORK.shard(0);

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final OwnedCluster cluster =
      new OwnedCluster(
          simulation,
          new SimulatedStore(simulation),
          List.of(simulation.node("a"), simulation.node("b")));
  private final List<byte[]> buffer = new ArrayList<>();
  private final List<CompletableFuture<byte[]>> answers = new ArrayList<>();

  @Test
  void a_forward_that_lay_in_a_buffer_over_two_moves_is_refused_by_the_next_epoch() {
    cluster.define(WORK);
    cluster.give(SHARD, "a");
    CompletableFuture<List<AppendedSpan>> late = send(1);
    cluster.give(SHARD, "b");
    cluster.give(SHARD, "a");

    deliver();

    assertThatThrownBy(late::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            NotOwnerException.class,
            refused -> assertThat(refused.hint()).contains(new OwnerAddress("a", 3)));
    assertThat(cluster.log(SHARD)).isEmpty();
  }

  @Test
  void without_an_epoch_it_would_be_done() {
    cluster.define(WORK);
    cluster.give(SHARD, "a");
    CompletableFuture<List<AppendedSpan>> late = send(0);
    cluster.give(SHARD, "b");
    cluster.give(SHARD, "a");

    deliver();

    assertThat(late.join()).hasSize(1);
    assertThat(cluster.log(SHARD)).hasSize(1);
  }

  private CompletableFuture<List<AppendedSpan>> send(int epoch) {
    RemoteShards owner =
        new RemoteShards(
            "a",
            (_, request, _) -> {
              buffer.add(request);
              CompletableFuture<byte[]> answer = new CompletableFuture<>();
              answers.add(answer);
              return answer;
            },
            Duration.ofSeconds(10));
    return owner.shard(SHARD, epoch).append(EventRun.of(List.of(Event.of(Payloads.bytes("e")))));
  }

  private void deliver() {
    assertThat(buffer).hasSize(1);
    answers
        .getFirst()
        .complete(
            cluster.run(() -> new CallHandler(cluster.service("a")).answer(buffer.getFirst())));
  }
}
