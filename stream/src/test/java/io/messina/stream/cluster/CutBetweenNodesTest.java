package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.testkit.SimulatedPeers;
import io.messina.stream.testkit.Wire;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes are cut from each other, while both reach the store. */
final class CutBetweenNodesTest {

  private static final StreamName WORK = new StreamName("work");
  private static final Duration LEASE = OwnershipOptions.DEFAULT.lease();

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final SimulatedStore stores = new SimulatedStore(simulation);
  private final Wire<ShardService> wire = new Wire<>(simulation);
  private final Map<String, Streams> running = new LinkedHashMap<>();
  private final SimulatedNode a = simulation.node("a");
  private final SimulatedNode b = simulation.node("b");

  @BeforeEach
  void start() {
    start(a);
    start(b);
    assertThat(simulation.runUntil(() -> running.size() == 2, LEASE)).isTrue();
    var _ = run(() -> node("a").create(WORK, StreamOptions.DEFAULT.shards(8)));
    assertThat(simulation.runUntil(this::isShared, Duration.ofMinutes(1))).isTrue();
    simulation.runFor(LEASE.multipliedBy(3));
    assertThat(isShared()).isTrue();
  }

  private void start(SimulatedNode node) {
    node.spawn(
        "main",
        () -> {
          Streams streams =
              Streams.start(
                  new NodeSite(
                      SimulatedSites.context(stores.at(node), node, "streams"),
                      new SimulatedPeers(node, wire),
                      "cluster",
                      node.name(),
                      OwnershipOptions.DEFAULT,
                      NodeLimits.DEFAULT));
          wire.serve(node, streams.service());
          running.put(node.name(), streams);
        });
  }

  private boolean isShared() {
    return !node("a").owned().isEmpty()
        && !node("b").owned().isEmpty()
        && node("a").owned().size() + node("b").owned().size() == 8;
  }

  @Test
  void requests_to_the_other_one_are_told_of_both_and_nobody_takes_over_and_all_goes_on_after() {
    assertThat(append("one")).isPositive();
    Map<String, List<ShardId>> before = owned();

    wire.cut("a", "b");
    wire.cut("b", "a");
    // It may have arrived, for all that is known.
    assertThatThrownBy(() -> append("two")).isInstanceOf(RequestException.Unknown.class);
    for (int i = 0; i < 3; i++) {
      Duration began = simulation.elapsed();
      assertThatThrownBy(() -> append("three"))
          .isInstanceOf(RequestException.OwnerUnreachable.class)
          .hasMessageEndingWith(
              ": a does not reach the owner b (expected: a connection, both live)");
      assertThat(simulation.elapsed().minus(began)).isLessThanOrEqualTo(LEASE.plusMillis(1_010));
    }
    assertThat(owned()).isEqualTo(before);

    wire.reconnect();
    simulation.runFor(Duration.ofSeconds(3));
    Duration began = simulation.elapsed();
    assertThat(append("four")).isPositive();
    assertThat(simulation.elapsed().minus(began)).isLessThan(Duration.ofSeconds(1));
    assertThat(owned()).isEqualTo(before);
  }

  private Map<String, List<ShardId>> owned() {
    return Map.of("a", node("a").owned(), "b", node("b").owned());
  }

  private Streams node(String name) {
    return Objects.requireNonNull(running.get(name));
  }

  /** Appends at a to a shard of b; returns the number of events that are accepted. */
  private int append(String text) {
    return run(
        () -> {
          Stream work = node("a").stream(WORK);
          Event event =
              IntStream.range(0, 1_000)
                  .mapToObj(
                      i -> Event.builder(Payloads.bytes(text)).key(Bytes.utf8("key " + i)).build())
                  .filter(each -> isOfOther(work, each))
                  .findFirst()
                  .orElseThrow();
          return work.append(List.of(event)).accepted();
        });
  }

  private boolean isOfOther(Stream work, Event event) {
    int shard = work.definition().keyPlacement().shardOf(event.key().orElseThrow());
    return node("b").owned().contains(work.definition().shard(shard));
  }

  private <T> T run(Callable<T> action) {
    return simulation.call(a, action);
  }
}
