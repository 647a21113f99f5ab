package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.FollowOptions;
import io.messina.stream.Output;
import io.messina.stream.ShardId;
import io.messina.stream.ShardsBehind;
import io.messina.stream.SimulatedSites;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class StreamsTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final StreamName SCORES = new StreamName("scores");
  private static final GroupName SCORER = new GroupName("scorer");
  private static final Start EARLIEST = Start.earliest();

  @AutoClose private final World world = new World();

  @Test
  void a_node_alone_appends_claims_acknowledges_and_follows() {
    world.start("a", OwnershipOptions.SOLE);
    Stream edits = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());
    AppendResult appended = world.run("a", _ -> edits.append(events(100)));
    assertThat(appended.accepted()).isEqualTo(100);
    EventAddress id = appended.ids().get(42).orElseThrow();
    assertThat(world.run("a", _ -> edits.find(id)).orElseThrow().event())
        .isEqualTo(events(100).get(42));

    Group group =
        world.run("a", _ -> edits.createGroup(SCORER, EARLIEST, GroupOptions.DEFAULT).value());
    List<ClaimedEvent> claimed = world.run("a", _ -> group.claim(ClaimOptions.upTo(60)));
    assertThat(claimed).hasSize(60);
    List<ReceiptStatus> acked =
        world.run("a", _ -> group.ack(claimed.stream().map(ClaimedEvent::receipt).toList()));
    assertThat(acked).containsOnly(ReceiptStatus.OK);
    List<String> handled = new ArrayList<>();
    Consumer consumer =
        world.run(
            "a",
            _ ->
                group.claim(
                    event -> handled.add(event.stored().id().toString()), ConsumerOptions.DEFAULT));
    List<String> followed = new ArrayList<>();
    Group follower =
        world.run(
            "a",
            _ ->
                edits.createGroup(new GroupName("mirror"), EARLIEST, GroupOptions.DEFAULT).value());
    var _ =
        world.run(
            "a",
            _ ->
                follower.follow(
                    events -> events.forEach(event -> followed.add(event.id().toString())),
                    FollowOptions.DEFAULT));
    world.simulation.runFor(Duration.ofSeconds(5));
    assertThat(handled).hasSize(40).doesNotHaveDuplicates();
    assertThat(followed).hasSize(100).doesNotHaveDuplicates();
    assertThat(consumer.counts().dropped()).isZero();
    var _ = world.run("a", node -> close(node));
    assertThatThrownBy(() -> world.run("a", _ -> edits.append(events(1))))
        .isInstanceOf(RequestException.Unavailable.class);
  }

  @Test
  void keys_that_begin_like_those_of_messina_are_refused() {
    world.start("a", OwnershipOptions.SOLE);
    Stream edits = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());
    for (String key : List.of("~due/1", "~out/1", "~key/1")) {
      Event event = Event.builder(Bytes.utf8("1")).idempotencyKey(key).build();
      assertThatThrownBy(() -> world.run("a", _ -> edits.append(List.of(event))))
          .isInstanceOf(RequestException.Refused.class)
          .hasMessageContaining("idempotency key");
      assertThatThrownBy(() -> world.run("a", _ -> edits.schedule(event, Instant.EPOCH)))
          .isInstanceOf(RequestException.Refused.class);
    }
  }

  @Test
  void outputs_of_an_event_that_is_handled_twice_are_there_once() {
    world.start("a", OwnershipOptions.SOLE);
    Stream edits = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());
    Stream scores = world.run("a", node -> node.create(SCORES, StreamOptions.DEFAULT).value());
    Group group =
        world.run("a", _ -> edits.createGroup(SCORER, EARLIEST, GroupOptions.DEFAULT).value());
    var _ = world.run("a", _ -> edits.append(events(1)));
    List<ClaimedEvent> first = claim(group);
    assertThat(ackWith(group, first, "one")).containsExactly(ReceiptStatus.OK);
    assertThat(ackWith(group, first, "two")).containsExactly(ReceiptStatus.OK);
    List<String> stored = scores(scores).stream().map(event -> event.payload().toString()).toList();
    assertThat(stored).containsExactly(Bytes.utf8("one").toString());
  }

  @Test
  void handles_of_a_deleted_creation_find_nothing_any_more() {
    world.start("a", OwnershipOptions.SOLE);
    Stream old = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());
    Group group =
        world.run("a", _ -> old.createGroup(SCORER, EARLIEST, GroupOptions.DEFAULT).value());
    boolean deleted = world.run("a", node -> node.delete(EDITS));
    assertThat(deleted).isTrue();
    Stream next = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());
    assertThatThrownBy(() -> world.run("a", _ -> old.append(events(1))))
        .isInstanceOf(RequestException.NotFound.class);
    assertThatThrownBy(() -> world.run("a", _ -> group.claim(ClaimOptions.upTo(1))))
        .isInstanceOf(RequestException.NotFound.class);
    assertThatThrownBy(() -> world.run("a", node -> node.stream(SCORES)))
        .isInstanceOf(RequestException.NotFound.class);
    assertThat(world.run("a", _ -> next.append(events(1))).accepted()).isEqualTo(1);
  }

  @Test
  void a_node_that_has_not_heard_of_a_new_creation_takes_nothing_for_the_former_one() {
    world.start("a", OwnershipOptions.DEFAULT);
    world.start("b", OwnershipOptions.DEFAULT);
    var _ = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());
    assertThat(generation("b")).isEqualTo(1);
    world.cutOff("b");
    var _ = world.run("a", node -> node.delete(EDITS));
    var _ = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());

    assertThatThrownBy(() -> world.run("b", node -> node.stream(EDITS)))
        .isInstanceOf(RequestException.Unavailable.class);

    world.reconnect("b");
    assertThat(generation("b")).isEqualTo(2);
  }

  @Test
  void three_nodes_share_the_shards_and_each_serves_all_of_them() {
    List<String> names = List.of("a", "b", "c");
    names.forEach(name -> world.start(name, OwnershipOptions.DEFAULT));
    var _ = world.run("a", node -> node.create(EDITS, StreamOptions.DEFAULT).value());
    world.simulation.runFor(Duration.ofSeconds(40));
    assertThat(names).allSatisfy(name -> assertThat(world.node(name).owned()).isNotEmpty());
    var _ =
        world.run(
            "b", node -> node.stream(EDITS).createGroup(SCORER, EARLIEST, GroupOptions.DEFAULT));
    for (String name : names) {
      assertThat(world.run(name, node -> node.stream(EDITS).append(events(50))).accepted())
          .isEqualTo(50);
    }
    List<ClaimedEvent> all = new ArrayList<>();
    for (String name : names) {
      all.addAll(
          world.run(name, node -> node.stream(EDITS).group(SCORER).claim(ClaimOptions.upTo(50))));
    }
    assertThat(all.stream().map(event -> event.stored().id()).distinct()).hasSize(150);

    var _ = world.run("b", node -> close(node));
    List<ReceiptStatus> acked =
        world.run(
            "c",
            node ->
                node.stream(EDITS)
                    .group(SCORER)
                    .ack(all.stream().map(ClaimedEvent::receipt).toList()));
    assertThat(acked).containsOnly(ReceiptStatus.OK);
    assertThat(world.run("a", node -> node.stream(EDITS).append(events(50))).accepted())
        .isEqualTo(50);
  }

  /** Which creation a node takes the name for. */
  private int generation(String name) {
    CatalogStream edits = world.run(name, node -> node.stream(EDITS).definition());
    return edits.id().generation();
  }

  private static boolean close(Streams node) {
    node.close();
    return true;
  }

  private static List<Event> events(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Event.builder(Bytes.utf8("event " + i)).key(Bytes.utf8("key " + i)).build())
        .toList();
  }

  private List<ClaimedEvent> claim(Group group) {
    return world.run("a", _ -> group.claim(ClaimOptions.upTo(10).withWait(Duration.ofSeconds(20))));
  }

  private List<ReceiptStatus> ackWith(Group group, List<ClaimedEvent> events, String text) {
    Output output = new Output(SCORES, Event.of(Bytes.utf8(text)));
    return world.run(
        "a",
        _ ->
            group.ackWith(
                events.stream().map(each -> new Ack(each.receipt(), List.of(output))).toList()));
  }

  private List<Event> scores(Stream scores) {
    List<Event> all = new ArrayList<>();
    for (ShardId shard : world.run("a", _ -> scores.definition()).shards()) {
      world
          .run("a", _ -> scores.read(shard.number(), Optional.empty(), 100, Duration.ZERO))
          .events()
          .forEach(stored -> all.add(stored.event()));
    }
    return all;
  }

  /** Whole nodes on a simulated store. */
  private static final class World implements AutoCloseable {

    final Simulation simulation = new Simulation(1);
    private final SimulatedStore stores = new SimulatedStore(simulation);
    private final Map<String, SimulatedNode> machines = new LinkedHashMap<>();
    private final Map<String, Streams> nodes = new LinkedHashMap<>();

    void start(String name, OwnershipOptions ownership) {
      SimulatedNode machine = simulation.node(name);
      machines.put(name, machine);
      NodeSite site =
          new NodeSite(
              SimulatedSites.context(stores.at(machine), machine, "node"),
              this::peer,
              "c",
              name,
              ownership,
              NodeLimits.DEFAULT);
      nodes.put(name, simulation.call(machine, () -> Streams.start(site)));
    }

    void cutOff(String name) {
      stores.cutOff(machine(name));
    }

    void reconnect(String name) {
      stores.reconnect(machine(name));
    }

    Streams node(String name) {
      return Optional.ofNullable(nodes.get(name)).orElseThrow();
    }

    <T> T run(String name, Function<Streams, T> action) {
      return simulation.call(machine(name), () -> action.apply(node(name)));
    }

    private SimulatedNode machine(String name) {
      return Optional.ofNullable(machines.get(name)).orElseThrow();
    }

    @Override
    public void close() {
      simulation.close();
    }

    /** What another node does, on a thread of its own. */
    private ShardService peer(String address) {
      return ShardsBehind.by(
          (_, _, request) ->
              Futures.join(machine(address).call(() -> request.apply(node(address).service()))));
    }
  }
}
