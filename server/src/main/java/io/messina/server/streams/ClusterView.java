package io.messina.server.streams;

import io.messina.api.Cluster;
import io.messina.api.ClusterMember;
import io.messina.api.ClusterShard;
import io.messina.api.Durations;
import io.messina.api.FinishedUpgrade;
import io.messina.api.MemberState;
import io.messina.runtime.ParallelCalls;
import io.messina.server.config.ServerVersion;
import io.messina.store.Bytes;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.NodeAnswer;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.ownership.SeenMember;
import io.messina.stream.ownership.ShardTable;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;

/**
 * The nodes of the cluster and the owners of all shards. Each node is asked for what it owns; the
 * database is asked for the shards that none has named. Safe for use by many threads.
 */
final class ClusterView {

  /** A node that has not answered by then is shown without its answer. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

  private static final int LOOKS_AT_ONCE = 64;

  /** Of the incarnations at one address: the living one, or else the one that beat last. */
  private static final BinaryOperator<SeenMember> PRESENT =
      BinaryOperator.minBy(
          Comparator.comparing(SeenMember::state).thenComparing(SeenMember::silent));

  /** Of two owners of a shard that has just moved. */
  private static final BinaryOperator<OwnerAddress> LATER =
      BinaryOperator.maxBy(Comparator.comparingInt(OwnerAddress::epoch));

  private final Streams streams;
  private final Store store;
  private final ThreadFactory threads = Thread.ofVirtual().name("messina-cluster-", 0).factory();
  private final ParallelCalls looks = new ParallelCalls(threads, LOOKS_AT_ONCE);

  /** One question to a node at a time, however many requests wait for its answer. */
  private final Map<String, CompletableFuture<NodeAnswer>> questions = new ConcurrentHashMap<>();

  private volatile Optional<String> url = Optional.empty();

  private record Place(CatalogStream stream, ShardId shard) {}

  /** A member, and its answer or the reason why there is none. */
  private record Asked(SeenMember member, Optional<NodeAnswer> answer, Optional<String> trouble) {

    static Asked of(SeenMember member, CompletableFuture<NodeAnswer> question) {
      String address = member.id().address();
      return switch (question.state()) {
        case Future.State.SUCCESS ->
            new Asked(member, Optional.of(question.resultNow()), Optional.empty());
        case Future.State.RUNNING ->
            without(member, address + ": did not answer within " + Durations.format(ANSWER_MAX));
        case Future.State.FAILED, Future.State.CANCELLED ->
            without(member, String.valueOf(question.exceptionNow().getMessage()));
      };
    }

    static Asked without(SeenMember member, String trouble) {
      return new Asked(member, Optional.empty(), Optional.of(trouble));
    }

    String address() {
      return member.id().address();
    }
  }

  /** Answers other nodes from now on. */
  ClusterView(Streams streams, Store store) {
    this.streams = streams;
    this.store = store;
    var _ = streams.answer(NodeAnswer.ENGINE, _ -> here().encoded());
  }

  /** Says where this server listens. */
  void listens(String at) {
    url = Optional.of(at);
  }

  /** All nodes, and all shards. */
  Cluster cluster() {
    Map<String, SeenMember> members = new TreeMap<>();
    streams.seen().forEach(member -> members.merge(member.id().address(), member, PRESENT));
    List<Asked> asked = ask(members.values());
    Map<String, OwnerAddress> owners = owners(asked);
    List<Place> places =
        streams.list().stream()
            .flatMap(stream -> stream.shards().stream().map(shard -> new Place(stream, shard)))
            .toList();
    return new Cluster(
        streams.format(),
        asked.stream().map(one -> member(one, places)).toList(),
        places.isEmpty() ? List.of() : looks.each(places, place -> shard(place, owners)));
  }

  /** Has all nodes write the newest formats from now on. */
  FinishedUpgrade finishUpgrade() {
    return new FinishedUpgrade(streams.finishUpgrade());
  }

  /** One shard, by the database. */
  ClusterShard shard(CatalogStream stream, int number) {
    Optional<StaticRow> state = store.look(stream.state(number));
    Optional<String> owner =
        state
            .filter(found -> !found.find(ShardTable.RELEASED).orElse(false))
            .flatMap(found -> found.find(ShardTable.OWNER));
    return shard(stream, number, owner, state.map(found -> found.fence().epoch()).orElse(0L));
  }

  private ClusterShard shard(Place place, Map<String, OwnerAddress> owners) {
    int number = place.shard().number();
    return Optional.ofNullable(owners.get(place.shard().toString()))
        .map(owner -> shard(place.stream(), number, Optional.of(owner.address()), owner.epoch()))
        .orElseGet(() -> shard(place.stream(), number));
  }

  private ClusterShard shard(CatalogStream stream, int number, Optional<String> owner, long epoch) {
    return new ClusterShard(
        stream.id().name(),
        number,
        owner,
        epoch,
        store.locations().find(stream.state(number)).stream()
            .flatMap(location -> location.replicas().stream())
            .map(Object::toString)
            .toList());
  }

  /** All at once. The dead are not asked. */
  private List<Asked> ask(Collection<SeenMember> members) {
    Map<SeenMember, CompletableFuture<NodeAnswer>> asked = new HashMap<>();
    members.stream()
        .filter(member -> member.state() != MemberState.DEAD)
        .forEach(member -> asked.put(member, ask(member.id().address())));
    boolean _ =
        CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
            .handle((_, _) -> true)
            .completeOnTimeout(false, ANSWER_MAX.toNanos(), TimeUnit.NANOSECONDS)
            .join();
    return members.stream()
        .map(
            member ->
                member.state() == MemberState.DEAD
                    ? Asked.without(
                        member,
                        member.id().address()
                            + ": did not beat for "
                            + Durations.format(member.silent().truncatedTo(ChronoUnit.SECONDS)))
                    : Asked.of(member, Objects.requireNonNull(asked.get(member))))
        .toList();
  }

  private CompletableFuture<NodeAnswer> ask(String address) {
    return address.equals(streams.address())
        ? CompletableFuture.completedFuture(here())
        : questions.computeIfAbsent(address, this::begin);
  }

  private NodeAnswer here() {
    return NodeAnswer.of(url, Optional.of(ServerVersion.TEXT), streams.epochs());
  }

  private CompletableFuture<NodeAnswer> begin(String address) {
    CompletableFuture<NodeAnswer> answer = new CompletableFuture<>();
    threads.newThread(() -> complete(answer, address)).start();
    return answer;
  }

  private void complete(CompletableFuture<NodeAnswer> answer, String address) {
    try {
      Bytes told = streams.at(address).ask(NodeAnswer.ENGINE, Bytes.EMPTY);
      answer.complete(NodeAnswer.decoded(told));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    } finally {
      questions.remove(address, answer);
    }
  }

  /** The owners by the shards, as they say it themselves. */
  private static Map<String, OwnerAddress> owners(List<Asked> asked) {
    Map<String, OwnerAddress> owners = new HashMap<>();
    for (Asked one : asked) {
      one.answer()
          .map(NodeAnswer::epochs)
          .orElse(Map.of())
          .forEach(
              (stream, epochs) ->
                  epochs.forEach(
                      (number, epoch) ->
                          owners.merge(
                              stream + "/" + number,
                              new OwnerAddress(one.address(), epoch),
                              LATER)));
    }
    return owners;
  }

  private ClusterMember member(Asked asked, List<Place> places) {
    SeenMember member = asked.member();
    return new ClusterMember(
        asked.address(),
        member.state(),
        member.takesShards(),
        asked.answer().map(answer -> answer.count()),
        places.stream()
            .filter(place -> member.declined().contains(place.shard().toString()))
            .map(place -> place.stream().id().name() + "/" + place.shard().number())
            .toList(),
        member.newestFormat(),
        member.silent(),
        asked.answer().flatMap(NodeAnswer::url),
        asked.answer().flatMap(NodeAnswer::version),
        asked.trouble());
  }
}
