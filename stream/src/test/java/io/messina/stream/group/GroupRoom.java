package io.messina.stream.group;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Placement;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.LaneTables;
import io.messina.stream.owner.ClaimAsk;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** A simulated shard with its groups, for tests: one process at a time owns it. */
final class GroupRoom implements AutoCloseable {

  static final CatalogStream STREAM =
      new CatalogStream(
          new StreamId(new StreamName("edits"), 1),
          new StreamOptions(
              1,
              Optional.of(Duration.ofHours(1)),
              Duration.ofMinutes(10),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Placement.ANY));
  static final ShardId SHARD = STREAM.shard(0);
  static final GroupId GROUP = id("workers");
  static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  final Simulation simulation;
  final SimulatedStore stores;
  final List<CatalogGroup> definitions = new ArrayList<>();
  private final ShardProcess.World world;
  ShardProcess process;

  GroupRoom(long seed, CatalogGroup... groups) {
    simulation = new Simulation(seed);
    stores = new SimulatedStore(simulation);
    stores.direct().create(ShardTable.SHARDS);
    stores.direct().create(DeadLetterTable.DEAD_LETTERS);
    LaneTables.ALL.forEach(stores.direct()::create);
    definitions.addAll(Arrays.asList(groups));
    world = new ShardProcess.World(stores, new TreeMap<>(), definitions);
    process = start();
    awaitOwner();
  }

  static GroupId id(String name) {
    return new GroupId(new GroupName(name), 1);
  }

  static CatalogGroup group(GroupId id, Start start, GroupOptions options) {
    return new CatalogGroup(STREAM.id(), id, start, options);
  }

  static CatalogGroup group(GroupOptions options) {
    return group(GROUP, Start.earliest(), options);
  }

  static CatalogGroup group() {
    return group(GroupOptions.DEFAULT);
  }

  static void sleep(SimulatedNode node, long millis) {
    try {
      node.sleep(Duration.ofMillis(millis));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private ShardProcess start() {
    return new ShardProcess(simulation.node("a"), world);
  }

  void crash() {
    process.node.crash();
    process = start();
  }

  void awaitOwner() {
    if (!simulation.runUntil(() -> process.ready, PATIENCE)) {
      throw new AssertionError("nobody owns the shard");
    }
  }

  void takeOver() {
    crash();
    awaitOwner();
  }

  ShardGroups groups() {
    return Objects.requireNonNull(process.groups);
  }

  OwnedGroup workers() {
    return groups().group(GROUP);
  }

  /** Begins something in the owner's process. */
  <T> CompletableFuture<T> begin(Supplier<T> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    process.node.spawn(
        "caller",
        () -> {
          try {
            answer.complete(call.get());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /** Waits in simulated time. */
  <T> T await(CompletableFuture<T> answer) {
    if (!simulation.runUntil(answer::isDone, PATIENCE)) {
      throw new AssertionError("no answer");
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  <T> T ask(Supplier<T> call) {
    return await(begin(call));
  }

  void tell(Runnable call) {
    ask(
        () -> {
          call.run();
          return true;
        });
  }

  static Event event(String payload) {
    return Event.of(Bytes.utf8(payload));
  }

  void append(String... payloads) {
    append(Arrays.stream(payloads).map(GroupRoom::event).toList());
  }

  void append(List<Event> events) {
    ask(() -> Objects.requireNonNull(process.lane).append(events));
    simulation.runFor(Duration.ofMillis(10));
  }

  static ClaimAsk asking(int max) {
    return new ClaimAsk(max, ClaimAsk.BYTES_MAX, LEASE, "w");
  }

  List<ClaimedEvent> claim(int max) {
    return ask(() -> workers().claim(asking(max)));
  }

  List<ReceiptStatus> settle(Outcome outcome, List<ClaimedEvent> claimed) {
    List<ClaimId> ids = claimed.stream().map(each -> id(each.receipt())).toList();
    return ask(() -> workers().settle(outcome, ids));
  }

  List<ReceiptStatus> ack(List<ClaimedEvent> claimed) {
    return settle(new Outcome.Ack(), claimed);
  }

  List<ReceiptStatus> reject(List<ClaimedEvent> claimed) {
    return settle(new Outcome.Nack(null, "no good", true), claimed);
  }

  static ClaimId id(ClaimAddress receipt) {
    return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
  }

  List<String> dead() {
    return ask(() -> workers().deadLetters(Position.START, 100)).stream()
        .map(dead -> text(dead.stored()))
        .toList();
  }

  static List<String> texts(List<ClaimedEvent> claimed) {
    return claimed.stream().map(each -> text(each.stored())).toList();
  }

  static String text(StoredEvent stored) {
    return new String(stored.event().payload().toArray(), java.nio.charset.StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    simulation.close();
  }
}
