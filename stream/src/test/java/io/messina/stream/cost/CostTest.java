package io.messina.stream.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.SimulatedSites;
import io.messina.stream.node.Group;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.StoreOperations;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What streams ask of the store, counted: for a thousand events, and for an idle second. */
class CostTest {

  private static final int EVENTS = 1_000;
  private static final StreamName NAME = new StreamName("edits");

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final SimulatedStore stores = new SimulatedStore(simulation);
  private final SimulatedNode node = simulation.node("a");
  private Duration worked = Duration.ZERO;

  /**
   * One client at a time, on one shard: what nobody shares. A segment's row and, in a minute, a
   * reservation of timestamps come on top.
   */
  @ParameterizedTest
  @CsvSource({"1, 1000", "10, 100", "100, 10"})
  void an_append_is_one_plain_write_per_flush(int batch, int flushes) {
    StoreOperations[] cost = new StoreOperations[1];
    run(
        1,
        streams -> {
          Stream stream = streams.stream(NAME);
          stream.append(events(1));
          cost[0] = cost(() -> appendAll(stream, batch));
        });
    assertThat(cost[0].plainWrites()).isEqualTo(flushes);
    assertThat(cost[0].fencedWrites()).isLessThanOrEqualTo(1);
    assertThat(cost[0].scanPages()).isZero();
    assertThat(cost[0].reads()).isLessThanOrEqualTo(looks());
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "10, 100", "100, 10"})
  void claims_and_acks_are_one_fenced_write_each_and_read_nothing(int batch, int calls) {
    StoreOperations[] cost = new StoreOperations[1];
    run(
        1,
        streams -> {
          Stream stream = streams.stream(NAME);
          Group group = group(stream);
          appendAll(stream, 100);
          group.ack(receipts(group.claim(ClaimOptions.upTo(1).withWait(Duration.ofSeconds(1)))));
          stream.append(events(1));
          cost[0] = cost(() -> claimAll(group, batch));
        });
    assertThat(cost[0].fencedWrites()).isBetween(2L * calls, 2L * calls + 2);
    assertThat((double) cost[0].fencedWrites() / EVENTS)
        .isLessThanOrEqualTo(batch == 100 ? 0.05 : 2.1);
    assertThat(cost[0].plainWrites() + cost[0].scanPages()).isZero();
    assertThat(cost[0].reads()).isLessThanOrEqualTo(looks());
  }

  @Test
  void callers_who_wait_together_share_writes() {
    StoreOperations[] cost = new StoreOperations[1];
    run(
        1,
        streams -> {
          Stream stream = streams.stream(NAME);
          Group group = group(stream);
          appendAll(stream, 100);
          cost[0] = cost(() -> together(10, worker -> claimAll(group, 10, EVENTS / 10)));
        });
    // A hundred claims and as many acks, by ten workers.
    assertThat(cost[0].fencedWrites()).isLessThan(100);
  }

  @ParameterizedTest
  @CsvSource({"1", "64"})
  void an_idle_second_costs_the_same_whatever_the_shards(int shards) {
    StoreOperations[] cost = new StoreOperations[1];
    run(
        shards,
        OwnershipOptions.DEFAULT,
        streams -> {
          Stream stream = streams.stream(NAME);
          Group group = group(stream);
          stream.append(events(200));
          drain(group);
          node.pause(Duration.ofMinutes(2));
          cost[0] = cost(() -> node.pause(Duration.ofSeconds(100)));
        });
    assertThat(cost[0].fencedWrites()).isZero();
    // A beat, a look at the others, and looks for its own grave, at the definitions, and at the
    // level of formats.
    assertThat(cost[0].plainWrites()).isBetween(95L, 105L);
    assertThat(cost[0].scanPages()).isBetween(95L, 105L);
    assertThat(cost[0].reads()).isBetween(285L, 315L);
  }

  /**
   * How often the node may have looked at the definitions, and at the level of formats, meanwhile:
   * once a second.
   */
  private long looks() {
    return 2 * (worked.toSeconds() + 1);
  }

  private void run(int shards, Consumer<Streams> program) {
    run(shards, OwnershipOptions.SOLE, program);
  }

  private void run(int shards, OwnershipOptions ownership, Consumer<Streams> program) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    node.spawn(
        "program",
        () -> {
          Streams streams = Streams.start(site(ownership));
          streams.create(NAME, StreamOptions.DEFAULT.shards(shards));
          node.pause(Duration.ofSeconds(30));
          program.accept(streams);
          done.complete(null);
        });
    assertThat(simulation.runUntil(done::isDone, Duration.ofHours(2))).isTrue();
  }

  private NodeSite site(OwnershipOptions ownership) {
    return new NodeSite(
        SimulatedSites.context(stores.at(node), node, "streams"),
        Peers.NONE,
        "cluster",
        "a",
        ownership,
        NodeLimits.DEFAULT);
  }

  private StoreOperations cost(Runnable work) {
    StoreOperations before = stores.operations();
    Duration began = simulation.elapsed();
    work.run();
    worked = simulation.elapsed().minus(began);
    return stores.operations().since(before);
  }

  private static Group group(Stream stream) {
    stream.createGroup(new GroupName("g"), Start.earliest(), GroupOptions.DEFAULT);
    return stream.group(new GroupName("g"));
  }

  private static void drain(Group group) {
    List<ClaimedEvent> claimed;
    do {
      claimed = group.claim(ClaimOptions.upTo(100).withWait(Duration.ofSeconds(1)));
    } while (!claimed.isEmpty());
  }

  private static void appendAll(Stream stream, int batch) {
    for (int i = 0; i < EVENTS; i += batch) {
      stream.append(events(batch));
    }
  }

  private static void claimAll(Group group, int batch) {
    claimAll(group, batch, EVENTS);
  }

  private static void claimAll(Group group, int batch, int count) {
    for (int left = count; left > 0; ) {
      List<ClaimedEvent> claimed =
          group.claim(ClaimOptions.upTo(batch).withWait(Duration.ofSeconds(1)));
      group.ack(receipts(claimed));
      left -= claimed.size();
    }
  }

  private static List<ClaimAddress> receipts(List<ClaimedEvent> claimed) {
    return claimed.stream().map(ClaimedEvent::receipt).toList();
  }

  private static List<Event> events(int count) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(Event.of(Bytes.utf8("event " + i)));
    }
    return events;
  }

  private void together(int workers, Consumer<Integer> work) {
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int worker = i;
      CompletableFuture<Void> end = new CompletableFuture<>();
      ends.add(end);
      node.spawn(
          "worker",
          () -> {
            work.accept(worker);
            end.complete(null);
          });
    }
    ends.forEach(CompletableFuture::join);
  }
}
