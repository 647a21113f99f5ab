package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.node.Group;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.testkit.SimulatedPeers;
import io.messina.stream.testkit.Wire;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Three members that share a stream and a group, on a store and a network that do no harm but what
 * a script asks for.
 */
final class MembersRoom implements AutoCloseable {

  static final StreamName WORK = new StreamName("work");
  static final GroupName CREW = new GroupName("crew");
  static final Duration LEASE = OwnershipOptions.DEFAULT.lease();

  /** In which a shard of a dead owner is served again. */
  static final Duration TAKEN_OVER = LEASE.plusSeconds(2);

  private static final Duration SETTLED = Duration.ofMinutes(1);

  final Simulation simulation = new Simulation(1);
  final SimulatedStore stores = new SimulatedStore(simulation);
  final Wire<ShardService> wire = new Wire<>(simulation);
  private final List<Member> members = new ArrayList<>();

  MembersRoom(StreamOptions options) {
    for (String name : List.of("a", "b", "c")) {
      members.add(new Member(name));
    }
    await(() -> members.stream().allMatch(Member::hasBegun));
    Member any = members.getFirst();
    var _ = any.run(streams -> streams.create(WORK, options));
    var _ = any.get(work -> work.createGroup(CREW, Start.earliest(), GroupOptions.DEFAULT));
    await(() -> owned() == options.shards());
    simulation.runFor(LEASE.multipliedBy(3));
  }

  private int owned() {
    return members.stream().mapToInt(member -> member.streams().owned().size()).sum();
  }

  private void await(BooleanSupplier condition) {
    assertThat(simulation.runUntil(condition, SETTLED)).isTrue();
  }

  /** The member that runs and has the shard. */
  Member owner() {
    await(() -> find().isPresent());
    return find().orElseThrow();
  }

  private Optional<Member> find() {
    return members.stream()
        .filter(member -> !member.node.isCrashed() && !member.node.isSuspended())
        .filter(member -> member.streams().owned().contains(member.shard()))
        .findAny();
  }

  /** The members besides some, in their order. */
  List<Member> others(Member... besides) {
    return members.stream().filter(member -> !List.of(besides).contains(member)).toList();
  }

  /** Runs until something is answered. */
  <T> T answer(CompletableFuture<T> asked) {
    assertThat(simulation.runUntil(asked::isDone, SETTLED)).isTrue();
    return asked.join();
  }

  /** Runs until something has failed, and tells how. */
  Throwable failure(CompletableFuture<?> asked) {
    assertThat(simulation.runUntil(asked::isDone, SETTLED)).isTrue();
    return asked.exceptionNow();
  }

  /** Cuts both ways between two members. */
  void part(Member one, Member other) {
    wire.cut(one.name, other.name);
    wire.cut(other.name, one.name);
  }

  static Event event(String text) {
    return Event.of(Bytes.utf8(text));
  }

  static Event keyed(String text) {
    return Event.builder(Bytes.utf8(text)).idempotencyKey(text).build();
  }

  static List<String> texts(List<ClaimedEvent> claimed) {
    return claimed.stream().map(each -> each.stored().event().payload().toUtf8()).toList();
  }

  @Override
  public void close() {
    simulation.close();
  }

  /** A process that is a member. */
  final class Member {

    final String name;
    final SimulatedNode node;
    final FaultyStore store;
    private @Nullable Streams streams;

    private Member(String name) {
      this.name = name;
      this.node = simulation.node(name);
      this.store = new FaultyStore(stores.at(node));
      node.spawn("main", () -> streams = start());
    }

    private Streams start() {
      Streams started =
          Streams.start(
              new NodeSite(
                  SimulatedSites.context(store, node, "streams"),
                  new SimulatedPeers(node, wire),
                  "cluster",
                  name,
                  OwnershipOptions.DEFAULT,
                  NodeLimits.DEFAULT));
      wire.serve(node, started.service());
      return started;
    }

    private boolean hasBegun() {
      return streams != null;
    }

    Streams streams() {
      return Optional.ofNullable(streams).orElseThrow();
    }

    private ShardId shard() {
      return streams().stream(WORK).definition().shard(0);
    }

    <T> T run(Function<Streams, T> action) {
      return simulation.call(node, () -> action.apply(streams()));
    }

    /** Asks for something, and waits until it is answered or fails. */
    <T> T get(Function<Stream, T> request) {
      return run(it -> request.apply(it.stream(WORK)));
    }

    /** Asks for something; its answer comes as time goes by. */
    <T> CompletableFuture<T> ask(Function<Stream, T> request) {
      CompletableFuture<T> answer = node.call(() -> request.apply(streams().stream(WORK)));
      simulation.runFor(Duration.ofMillis(10));
      return answer;
    }

    /** How many of these events are new. */
    int append(Event... events) {
      return get(work -> work.append(List.of(events)).accepted());
    }

    List<String> log() {
      return get(
          work ->
              IntStream.range(0, work.definition().options().shards())
                  .boxed()
                  .flatMap(
                      shard ->
                          work
                              .read(shard, Optional.empty(), 1_000, Duration.ZERO)
                              .events()
                              .stream())
                  .map(stored -> stored.event().payload().toUtf8())
                  .toList());
    }

    List<ClaimedEvent> claim(int max) {
      return get(work -> crew(work).claim(ClaimOptions.upTo(max)));
    }

    List<ReceiptStatus> ack(List<ClaimedEvent> claimed) {
      return get(work -> crew(work).ack(claimed.stream().map(ClaimedEvent::receipt).toList()));
    }

    /** Lets the process stand still as it makes a call, once, before or after the store does it. */
    void stopAt(boolean isDone, Predicate<FaultyStore.Call> at, Suspension how, Duration length) {
      AtomicBoolean stopped = new AtomicBoolean();
      Consumer<FaultyStore.Call> stop =
          call -> {
            if (at.test(call) && !stopped.getAndSet(true)) {
              stop(how, length);
              node.pause(Duration.ofMillis(1));
            }
          };
      var _ = isDone ? store.after(stop) : store.before(stop);
    }

    void stop(Suspension how, Duration length) {
      simulation.after(Duration.ZERO, () -> node.suspend(how));
      simulation.after(length, node::resume);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Group crew(Stream work) {
    return work.group(CREW);
  }
}
