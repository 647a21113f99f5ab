package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.ShardsBehind;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.Ownership;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.ShardListener;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Some of many members die at once, while all others have requests for their shards: who owns them
 * is seldom read in the table, and they are served soon.
 */
final class ManyNodesTest {

  private static final OwnershipOptions OPTIONS = OwnershipOptions.DEFAULT;
  private static final List<StreamId> STREAMS =
      Stream.of("a", "b", "c", "d").map(name -> new StreamId(new StreamName(name), 1)).toList();
  private static final Duration SERVED = OPTIONS.lease().plusSeconds(2);

  @Test
  void thirty_nodes_find_the_next_owners_of_ten_that_died() {
    new Members(30, 600, 10).dieAndServe(25);
  }

  @FullBuild("thirty nodes do the same in each build")
  @Test
  void two_hundred_nodes_find_the_next_owners_of_twenty_that_died() {
    new Members(200, 10_000, 20).dieAndServe(60);
  }

  private static final class Members {

    private final Simulation simulation = new Simulation(1);
    private final SimulatedStore stores = new SimulatedStore(simulation);
    private final RandomGenerator random = simulation.random("test");
    private final List<ShardId> shards;
    private final List<Member> members = new ArrayList<>();
    private final Map<String, Member> byAddress = new HashMap<>();
    private final int dead;

    Members(int nodes, int shards, int dead) {
      this.shards =
          IntStream.range(0, shards)
              .mapToObj(i -> new ShardId(STREAMS.get(i % STREAMS.size()), i / STREAMS.size()))
              .toList();
      this.dead = dead;
      NodeTables.create(stores.direct());
      for (int i = 0; i < nodes; i++) {
        Member member = new Member(this, "node" + i, i);
        members.add(member);
        byAddress.put(member.address, member);
      }
    }

    /** Each that lives asks for so many of the shards of the dead. */
    void dieAndServe(int requests) {
      try (simulation) {
        members.forEach(member -> member.ownership.start());
        assertThat(simulation.runUntil(() -> owned() == shards.size(), Duration.ofMinutes(2)))
            .as("all shards are owned at first")
            .isTrue();
        simulation.runFor(Duration.ofSeconds(3));
        List<Member> dying = members.subList(0, dead);
        List<ShardId> lost =
            new ArrayList<>(dying.stream().flatMap(member -> member.owned().stream()).toList());
        assertThat(lost).hasSizeGreaterThan(requests);
        List<Member> living = members.subList(dead, members.size());
        living.forEach(member -> member.looks.clear());

        dying.forEach(member -> member.node.crash());
        Duration died = simulation.elapsed();
        int asked = 0;
        List<Duration> served = new ArrayList<>();
        for (Member member : living) {
          Collections.shuffle(lost, new Random(random.nextLong()));
          for (ShardId shard : lost.subList(0, requests)) {
            asked++;
            member.node.spawn(
                "client",
                () -> {
                  member.call(shard);
                  served.add(simulation.elapsed());
                });
          }
        }
        int all = asked;
        simulation.runUntil(() -> served.size() == all, Duration.ofSeconds(30));

        assertThat(served).hasSize(all);
        assertThat(Collections.max(served).minus(died)).isLessThanOrEqualTo(SERVED);
        living.forEach(Member::assertFewLooks);
        long looks =
            living.stream()
                .flatMap(member -> member.looks.values().stream())
                .mapToLong(List::size)
                .sum();
        assertThat(looks)
            .as("while the dead are silent, one in two seconds")
            .isLessThanOrEqualTo(4L * all);
      }
    }

    private int owned() {
      return members.stream().mapToInt(member -> member.owned().size()).sum();
    }

    /** A dead node refuses connections, or does not answer at all. */
    ShardService at(Member asking, String address) {
      Member asked = Optional.ofNullable(byAddress.get(address)).orElseThrow();
      return ShardsBehind.by(
          (_, _, request) -> {
            asking.node.pause(Duration.ofMillis(1));
            if (asked.node.isCrashed()) {
              asking.node.pause(Duration.ofSeconds(asked.number % 2 == 0 ? 0 : 2));
              throw new PeerException(address + ": nobody is there", false);
            }
            return request.apply(asked.own);
          });
    }
  }

  /** A node with the real ownership, routing and requests; its shards only tell their epochs. */
  private static final class Member {

    private final String address;
    private final int number;
    private final SimulatedNode node;
    private final KnownOwners others;
    private final Map<ShardId, OwnedShard> served = new HashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private final Map<PartitionKey, List<Duration>> looks = new HashMap<>();
    private final OwnShards own = own();
    private final Ownership ownership;
    private final ShardCalls calls;

    Member(Members all, String address, int number) {
      this.address = address;
      this.number = number;
      this.node = all.simulation.node(address);
      this.others = new KnownOwners(address);
      Store store = all.stores.direct();
      this.ownership =
          SimulatedSites.ownership(node, store, address, OPTIONS, () -> all.shards, listener());
      NodeSite site =
          new NodeSite(
              SimulatedSites.context(counting(all, store), node, "node"),
              other -> all.at(this, other),
              "c",
              address,
              OPTIONS,
              NodeLimits.DEFAULT);
      KnownMembers members = new KnownMembers(ownership::expectedOwner, ownership::members);
      Router router = new Router(own, site, () -> all.shards, members, others);
      this.calls =
          new ShardCalls(
              router,
              new RequestBuffer(
                  router,
                  own,
                  site.context().time(),
                  site.context().random(),
                  new HeldBytes(1 << 20),
                  Duration.ofSeconds(30)));
    }

    void call(ShardId shard) {
      int epoch = calls.call(shard, Retry.SAFE, Shard::epoch);
      assertThat(epoch).isPositive();
    }

    List<ShardId> owned() {
      return node.isCrashed() ? List.of() : own.owned();
    }

    /** No shard more often than twice in any second. */
    void assertFewLooks() {
      looks.forEach(
          (shard, times) -> {
            for (int i = 2; i < times.size(); i++) {
              assertThat(times.get(i).minus(times.get(i - 2)))
                  .as("%s: three looks at %s", address, shard)
                  .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            }
          });
    }

    /** Counts what the router reads, not what the ownership does. */
    private Store counting(Members all, Store store) {
      return new ForwardingStore(store) {
        @Override
        public Optional<StaticRow> look(PartitionKey partition) {
          looks.computeIfAbsent(partition, _ -> new ArrayList<>()).add(all.simulation.elapsed());
          return super.look(partition);
        }
      };
    }

    private ShardListener listener() {
      return new ShardListener() {
        @Override
        public void taken(OwnedShard shard) {
          served.put(shard.shard(), shard);
          listeners.forEach(Runnable::run);
        }

        @Override
        public void release(OwnedShard shard) {
          lost(shard);
        }

        @Override
        public void lost(OwnedShard shard) {
          served.remove(shard.shard(), shard);
          listeners.forEach(Runnable::run);
        }

        @Override
        public void seen(ShardId shard, String owner, int epoch) {
          others.learn(shard, new OwnerAddress(owner, epoch));
        }
      };
    }

    private OwnShards own() {
      InvocationHandler answers =
          (_, method, arguments) ->
              switch (method.getName()) {
                case "owned" -> List.copyOf(served.keySet());
                case "onOwned" -> {
                  listeners.add((Runnable) arguments[0]);
                  yield (Cancellation) () -> {};
                }
                case "shard" -> shard((ShardId) arguments[0]);
                default -> throw new AssertionError(method);
              };
      return proxy(OwnShards.class, answers);
    }

    private Shard shard(ShardId shard) {
      OwnedShard owned = served.get(shard);
      if (owned == null) {
        throw new NotOwnerException(shard, others.find(shard));
      }
      return proxy(
          Shard.class,
          (_, method, _) -> {
            assertThat(method.getName()).isEqualTo("epoch");
            return owned.epoch();
          });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler answers) {
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }
  }
}
