package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.messina.runtime.Context;
import io.messina.runtime.FormatLevel;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.StoreFormat;
import io.messina.store.HybridClock;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes of two versions on one store: who may join, and when the level may be raised. */
final class FormatLevelTest {

  private static final Duration SETTLED = Duration.ofSeconds(30);
  private static final int SEEDS = 60;

  /** In which a server joins, or a level is raised. */
  private static final int MOMENT_MILLIS = 60;

  /** A process of some version, from its start to its end. */
  @SuppressWarnings("NullAway.Init")
  private static final class Server implements ShardListener {

    private final SimulatedNode node;
    private final FaultyStore store;
    private final Context context;
    private final String name;
    private Ownership ownership;
    private StoreFormat format;
    private Throwable failure;
    private Object raised;
    private int taken;

    Server(SimulatedStore stores, SimulatedNode node, int newest) {
      this.node = node;
      this.name = node.name();
      this.store = new FaultyStore(stores.at(node));
      Context context = SimulatedSites.context(store, node, "server");
      this.context =
          new Context(
              context.store(),
              context.time(),
              context.random(),
              context.threads(),
              new FormatLevel(newest));
    }

    /**
     * Starts it.
     *
     * @param slow how long it takes from the first look at the level to the first beat
     * @param askedAgain whether it looks at the level again when others can see it
     */
    Server start(Duration slow, boolean askedAgain) {
      node.spawn(
          "start",
          () -> {
            try {
              format = StoreFormat.open(context);
              format.start();
              context.time().sleep(slow);
              ownership =
                  new Ownership(
                      new OwnershipSite(
                          context,
                          new HybridClock(node.clock(), 0),
                          "c",
                          name,
                          OwnershipOptions.DEFAULT,
                          () -> List.of(OwnershipRig.SHARD),
                          this,
                          MemberNews.NONE,
                          askedAgain ? format::check : () -> {}));
              ownership.start();
              ownership.awaitMember();
            } catch (RuntimeException | InterruptedException e) {
              failure = e;
            }
          });
      return this;
    }

    void raise() {
      node.spawn(
          "raise",
          () -> {
            try {
              raised = format.raise(ownership::olderThan);
            } catch (RuntimeException e) {
              raised = e;
            }
          });
    }

    boolean serves() {
      return ownership != null && ownership.isAware();
    }

    @Override
    public void taken(OwnedShard shard) {
      taken++;
    }

    @Override
    public void release(OwnedShard shard) {}

    @Override
    public void lost(OwnedShard shard) {}
  }

  /** Some servers, and the store. */
  private static final class World implements AutoCloseable {

    private final Simulation simulation;
    private final SimulatedStore stores;
    private final List<Server> servers = new ArrayList<>();

    World(long seed) {
      simulation = new Simulation(seed);
      stores = new SimulatedStore(simulation);
      List.of(
              MemberTable.MEMBERS,
              GraveTable.GRAVES,
              ShardTable.SHARDS,
              DefinitionTable.DEFINITIONS)
          .forEach(stores.direct()::create);
    }

    Server start(int newest) {
      return start(newest, Duration.ZERO, true);
    }

    Server start(int newest, Duration slow, boolean askedAgain) {
      Server server =
          new Server(stores, simulation.node("s" + servers.size()), newest).start(slow, askedAgain);
      servers.add(server);
      return server;
    }

    Server settled(int newest) {
      Server server = start(newest);
      simulation.runFor(SETTLED);
      assertThat(server.failure).isNull();
      assertThat(server.serves()).isTrue();
      return server;
    }

    Object raise(Server server) {
      server.raise();
      simulation.runFor(SETTLED);
      return server.raised;
    }

    @Override
    public void close() {
      simulation.close();
    }
  }

  @Test
  void a_new_store_is_written_in_the_newest_formats() {
    try (World world = new World(1)) {
      assertThat(world.settled(3).format.written()).isEqualTo(3);
    }
  }

  @Test
  void a_newer_server_writes_as_the_others_until_the_upgrade_is_finished() {
    try (World world = new World(1)) {
      Server old = world.settled(1);
      Server newer = world.settled(2);

      assertThat(newer.format.written()).isEqualTo(1);
      assertThat(world.raise(newer))
          .asInstanceOf(type(RequestException.Refused.class))
          .extracting(Throwable::getMessage)
          .isEqualTo(
              "format: 2 is unknown to s0, which knows 1 (expected: only servers that know it;"
                  + " upgrade or stop the others)");
      assertThat(newer.format.written()).isEqualTo(1);

      old.node.crash();
      world.simulation.runFor(SETTLED);
      Server other = world.settled(2);
      assertThat(world.raise(newer)).isEqualTo(2);
      assertThat(other.format.written()).isEqualTo(2);
      assertThat(world.raise(other)).isEqualTo(2);
    }
  }

  @Test
  void a_server_that_does_not_know_what_is_written_is_refused() {
    try (World world = new World(1)) {
      Server newer = world.settled(2);
      Server late = world.start(1);
      world.simulation.runFor(SETTLED);

      assertThat(late.failure)
          .asInstanceOf(type(StoreException.class))
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.FORMAT_UNKNOWN))
          .extracting(Throwable::getMessage)
          .isEqualTo(
              "the store has format 2, and this version of Messina knows formats up to 1: use a"
                  + " version that is as new as the one that wrote it");
      assertThat(newer.ownership.members()).containsExactly("s0");
    }
  }

  @Test
  void a_server_that_cannot_write_as_the_others_is_refused() {
    try (World world = new World(1)) {
      var _ = world.settled(1);
      Server late = world.start(3);
      world.simulation.runFor(SETTLED);

      assertThat(late.failure)
          .hasMessage(
              "the store has format 1, and this version of Messina writes formats from 2 on: run"
                  + " the version before it, and messina cluster finish-upgrade, first");
    }
  }

  @ParameterizedTest
  @EnumSource
  void one_that_stood_still_through_the_upgrade_is_no_member_any_more(Suspension suspension) {
    try (World world = new World(1)) {
      Server old = world.settled(1);
      Server newer = world.settled(2);
      int taken = old.taken;
      old.node.suspend(suspension);
      world.simulation.runFor(SETTLED);
      assertThat(world.raise(newer)).isEqualTo(2);
      newer.node.crash();
      Server again = world.settled(2);
      old.node.resume();
      world.simulation.runFor(SETTLED);

      assertThat(old.ownership.isMember()).isFalse();
      assertThat(old.ownership.refusal()).isPresent();
      assertThat(old.taken).isEqualTo(taken);
      assertThat(again.ownership.members()).containsExactly("s2");
    }
  }

  @Test
  void one_that_lost_its_lease_takes_nothing_before_it_knows_the_level() {
    try (World world = new World(1)) {
      Server server = world.settled(1);
      assertThat(server.taken).isEqualTo(1);
      server.store.refuse(call -> call.reads(DefinitionTable.DEFINITIONS));
      server.node.suspend(Suspension.PROCESS);
      world.simulation.runFor(SETTLED);
      server.node.resume();
      world.simulation.runFor(SETTLED);
      assertThat(server.taken).isEqualTo(1);
      assertThat(server.serves()).isFalse();

      server.store.mend();
      world.simulation.runFor(SETTLED);
      assertThat(server.taken).isEqualTo(2);
      assertThat(server.serves()).isTrue();
    }
  }

  @Test
  void a_raise_that_cannot_read_who_is_there_changes_nothing() {
    try (World world = new World(1)) {
      world.settled(1).node.crash();
      Server newer = world.settled(2);
      newer.store.refuse(
          call -> call.operation() == Operation.SCAN && call.reads(MemberTable.MEMBERS));
      assertThat(world.raise(newer)).isInstanceOf(RequestException.Unavailable.class);

      assertThat(world.settled(1).serves()).isTrue();
    }
  }

  @Test
  void two_that_raise_at_the_same_time_raise_it_once() {
    for (long seed = 0; seed < SEEDS; seed++) {
      try (World world = new World(seed)) {
        world.settled(1).node.crash();
        List<Server> both = List.of(world.settled(2), world.settled(2));
        both.forEach(Server::raise);
        world.simulation.runFor(SETTLED);

        assertThat(both).extracting(server -> server.format.written()).containsOnly(2);
        assertThat(both).extracting(server -> server.raised).contains(2);
        assertThat(both)
            .extracting(server -> server.raised)
            .allMatch(it -> it.equals(2) || it instanceof RequestException.Unavailable);
      }
    }
  }

  /** Of a server that joins and one that raises at the same time, one finds the other. */
  @Test
  void the_level_is_never_raised_beside_a_server_that_does_not_know_it() {
    List<Outcome> outcomes = outcomes(true);
    assertThat(outcomes).containsOnly(Outcome.RAISED, Outcome.JOINED);
    assertThat(outcomes).contains(Outcome.RAISED, Outcome.JOINED);
  }

  @Test
  void a_server_that_reads_the_level_before_others_see_it_alone_is_found_out() {
    assertThat(outcomes(false)).contains(Outcome.BOTH);
  }

  private enum Outcome {
    RAISED,
    JOINED,
    BOTH,
    NEITHER
  }

  private static List<Outcome> outcomes(boolean askedAgain) {
    return LongStream.range(0, SEEDS).mapToObj(seed -> outcome(seed, askedAgain)).toList();
  }

  private static Outcome outcome(long seed, boolean askedAgain) {
    try (World world = new World(seed)) {
      Server first = world.settled(1);
      Server newer = world.settled(2);
      first.node.crash();
      world.simulation.runFor(SETTLED);
      RandomGenerator random = world.simulation.random("upgrade");
      boolean joinsFirst = random.nextBoolean();
      Duration slow = Duration.ofMillis(random.nextLong(MOMENT_MILLIS));
      Runnable join = () -> world.start(1, slow, askedAgain);
      (joinsFirst ? join : (Runnable) newer::raise).run();
      world.simulation.runFor(Duration.ofMillis(random.nextLong(MOMENT_MILLIS)));
      (joinsFirst ? (Runnable) newer::raise : join).run();
      world.simulation.runFor(SETTLED);
      boolean raised = newer.format.written() == 2;
      assertThat(newer.raised)
          .matches(it -> raised ? it.equals(2) : it instanceof RequestException.Refused);
      boolean joined = world.servers.getLast().serves();
      return raised
          ? (joined ? Outcome.BOTH : Outcome.RAISED)
          : (joined ? Outcome.JOINED : Outcome.NEITHER);
    }
  }
}
