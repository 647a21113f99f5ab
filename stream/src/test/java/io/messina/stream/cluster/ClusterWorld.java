package io.messina.stream.cluster;

import io.messina.runtime.RequestException;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.log.ManyAtOnce;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.testkit.SimulatedPeers;
import io.messina.stream.testkit.Wire;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One history of a whole cluster: nodes, clients that append, claim and follow, and chaos; then
 * calm, until everything is drained.
 */
final class ClusterWorld {

  /** How a complaint begins that shards had no owners for too long. */
  static final String LATE = "nothing is appended after ";

  private static final int APPENDERS = 2;
  private static final int APPENDS_EACH = 9;
  private static final int MOVES_MAX = 2;
  private static final int SETUP_ATTEMPTS = 60;
  private static final int LETTERS_ATTEMPTS = 20;
  private static final Duration SLICE = Duration.ofMillis(500);
  private static final long RESPITE_MILLIS_MAX = 4_000;

  /** A late sign of life of an owner that is gone is waited for once more. */
  private static final Duration LEASE = OwnershipOptions.DEFAULT.lease();

  private static final Duration SETUP = Duration.ofMinutes(2);

  /** Nearly all take half a minute; a group in the process was seen to take longer than two. */
  private static final Duration DRAINED = Duration.ofMinutes(2);

  private static final int QUIETS_MAX = 6;

  /**
   * A process that an event has killed is away for 15 s, and its shards wait for a lease until it
   * has them again.
   */
  private static final Duration QUIET = Duration.ofSeconds(40);

  private final Simulation simulation;
  private final Wiring wiring;
  private final SimulatedStore stores;
  private final StreamsProgram program;
  private final RandomGenerator random;
  private final Wire<StreamsNode> fronts;
  private final Wire<ShardService> peers;
  private final PlantedBug bug;
  private final Consumer<Judge> flaw;
  private final Facts facts = new Facts();
  private final Tally seen = new Tally();
  private final FenceWatch fences;
  private final PeerWatch peerWatch;
  private final Set<Crowd> crowds = EnumSet.noneOf(Crowd.class);
  private final List<String> machines;
  private final List<String> addresses;
  private final List<Machine> nodes = new ArrayList<>();
  private final List<Machine> workers = new ArrayList<>();
  private final List<SimulatedNode> clients = new ArrayList<>();
  private Duration ended = Duration.ZERO;
  private boolean created;
  private boolean calm;
  private boolean recovering;
  private final boolean operates;
  private final int moves;
  private final boolean renews;
  private int appending;
  private int operating;

  /** How many rows the store takes in a request: one, as a database, or many. */
  private final int rowsAtOnce;

  private ClusterWorld(Simulation simulation, Wiring wiring, PlantedBug bug, Consumer<Judge> flaw) {
    this.simulation = simulation;
    this.wiring = wiring;
    this.bug = bug;
    this.flaw = flaw;
    this.stores = new SimulatedStore(simulation);
    this.fences = new FenceWatch(stores, facts.complaints);
    this.peerWatch = new PeerWatch(facts.complaints);
    this.program = new StreamsProgram(simulation, stores, wiring, bug);
    this.random = simulation.random("world");
    this.fronts = new Wire<>(simulation);
    this.peers = new Wire<>(simulation);
    this.machines = IntStream.range(0, wiring.machines(random)).mapToObj(i -> "node" + i).toList();
    this.addresses = new ArrayList<>(machines);
    drawCrowds();
    this.operates = random.nextBoolean();
    this.renews = random.nextInt(3) == 0;
    this.moves = random.nextBoolean() ? MOVES_MAX : 0;
    this.rowsAtOnce = random.nextBoolean() ? 1 : 16;
  }

  /**
   * Runs a history, and judges it.
   *
   * @param seed decides everything that is left to chance
   * @param wiring how the nodes share the store
   * @param bug what is done wrong on purpose
   */
  static Outcome run(long seed, Wiring wiring, PlantedBug bug) {
    return run(seed, wiring, bug, _ -> {});
  }

  /** Likewise; changes what is judged before it is judged. */
  static Outcome run(long seed, Wiring wiring, PlantedBug bug, Consumer<Judge> flaw) {
    try (Simulation simulation = new Simulation(seed)) {
      return new ClusterWorld(simulation, wiring, bug, flaw).run();
    }
  }

  /**
   * What came of a history.
   *
   * @param wrong what was wrong: nothing, or words
   * @param acknowledged how many events were acknowledged
   * @param granted how often events were handed out
   * @param history all that happened, as one number
   * @param elapsed how long it took, in true time
   * @param seen what happened in it
   */
  record Outcome(
      List<String> wrong,
      int acknowledged,
      int granted,
      long history,
      Duration elapsed,
      Tally seen) {}

  private Outcome run() {
    ClusterChaos chaos =
        new ClusterChaos(
            simulation,
            wiring,
            stores,
            fronts,
            peers,
            nodes,
            workers,
            this::join,
            () -> seen.add(Tally.Sight.ROLLING_RESTART, 1),
            () -> seen.add(Tally.Sight.CLOCK_SET_BY_HOURS, 1),
            // One that stood still goes by definitions of before, until it has read them again.
            !renews);
    // No history is longer, so that a key stands in the log once.
    Duration deduplicate = chaos.isLong() ? Duration.ofDays(1) : Duration.ofMinutes(10);
    machines.forEach(this::startNode);
    client("admin", client -> setUp(client, deduplicate));
    if (!simulation.runUntil(() -> created, SETUP)) {
      facts.complaints.add("streams and groups are not there after " + SETUP);
      return outcome();
    }
    chaos.begin();
    startClients(chaos);
    while (appending > 0) {
      runFor(Duration.ofMillis(random.nextLong(500, RESPITE_MILLIS_MAX)));
      chaos.harm();
    }
    while (simulation.elapsed().compareTo(chaos.awakeAt()) < 0) {
      runFor(SLICE);
    }
    chaos.end();
    calm = true;
    recover();
    drain();
    return end();
  }

  /** Sees whether each shard has an owner again who serves it. */
  private void recover() {
    recovering = true;
    Set<Integer> dumb = new TreeSet<>();
    for (int shard = 0; shard < Topic.WORK.shards; shard++) {
      int probed = shard;
      dumb.add(probed);
      client(
          "prober" + probed,
          client -> {
            new Prober(client, probed, "probe-" + probed, facts).run();
            dumb.remove(probed);
          });
    }
    Duration begin = simulation.elapsed();
    long lateBefore = stores.lateFencedWrites();
    Duration patience = wiring.recovery;
    while (!dumb.isEmpty() && simulation.elapsed().minus(begin).compareTo(patience) < 0) {
      runFor(SLICE);
      patience = wiring.recovery.plus(LEASE.multipliedBy(stores.lateFencedWrites() - lateBefore));
    }
    if (!dumb.isEmpty()) {
      facts.complaints.add(LATE + patience + " of calm to shards " + dumb);
    }
    recovering = false;
  }

  private void drawCrowds() {
    for (Crowd crowd : Crowd.values()) {
      if (random.nextBoolean()) {
        crowds.add(crowd);
      }
    }
    if (crowds.isEmpty()) {
      crowds.add(Crowd.CLAIMING);
    }
  }

  private void startNode(String address) {
    nodes.add(new Machine(simulation, address, node -> node.spawn("main", () -> runNode(node))));
  }

  /** One more machine, which clients ask as well. */
  private void join() {
    String address = "node" + nodes.size();
    addresses.add(address);
    startNode(address);
  }

  /** Ends the process in good order. */
  private void close(StreamsNode running) {
    running.close();
    seen.add(Tally.Sight.CLEAN_STOP, 1);
  }

  private Machine machine(SimulatedNode node) {
    return nodes.stream().filter(each -> each.name().equals(node.name())).findAny().orElseThrow();
  }

  private void runNode(SimulatedNode node) {
    Store rotting =
        new RottingStore(
            new PlantedBug.PlantedStore(fences.over(stores.at(node)), node, bug, () -> calm),
            () -> seen.add(Tally.Sight.DAMAGED_ROW, 1));
    Store store = new ManyAtOnce(rotting, rowsAtOnce);
    Peers ways = new SimulatedPeers(node, peers, peerWatch::passedOn);
    Peers others = new PlantedBug.PlantedPeers(ways, bug);
    try {
      StreamsNode running = program.start(node, store, others);
      fronts.serve(node, running);
      peers.serve(node, peerWatch.over(bug.offered(running.shards(), ways)));
      machine(node).endsBy(node, () -> close(running));
      node.spawn("consumers", () -> consume(node, running));
    } catch (StoreUnavailableException
        | RequestException.Unavailable
        | RequestException.Unknown e) {
      // A process that cannot start ends, and is started again.
      node.crash();
    }
  }

  private void consume(SimulatedNode node, StreamsNode running) {
    Client self = new Client(node, fronts, addresses, seen);
    while (!created) {
      self.pause(SLICE);
    }
    if (crowds.contains(Crowd.INSIDE)) {
      self.persist(
          () ->
              running.handle(claimed -> handle(node, new Handling(claimed, simulation.elapsed()))));
    }
    if (crowds.contains(Crowd.FOLLOWING_INSIDE)) {
      self.persist(() -> running.follow(facts.followed::add));
    }
  }

  private void handle(SimulatedNode node, Handling handling) {
    facts.handlings.add(handling);
    String name = Payloads.name(handling.claimed.stored().event());
    if (Payloads.kills(name) && !recovering) {
      node.crash();
    }
    if (Payloads.isPoison(name) || (!calm && node.random().nextInt(10) == 0)) {
      handling.fail();
      throw new IllegalStateException("no");
    }
    handling.finish();
  }

  private void setUp(Client client, Duration deduplicate) {
    created =
        client
            .insist(
                SETUP_ATTEMPTS,
                front -> {
                  front.create(crowds, deduplicate);
                  return true;
                })
            .isPresent();
  }

  private void startClients(ClusterChaos chaos) {
    for (int i = 0; i < APPENDERS; i++) {
      String name = "a" + i;
      appending++;
      client(
          "appender" + i,
          client -> {
            new Appender(client, name, facts).run(APPENDS_EACH);
            appending--;
          });
    }
    for (Crowd crowd : crowds) {
      if (crowd.hasReceipts()) {
        startWorker(crowd, 0);
        startWorker(crowd, 1);
      }
    }
    if (operates) {
      operating++;
      client(
          "operator",
          client -> {
            new Operator(client, simulation, wiring, facts, moves)
                .run(List.copyOf(crowds), () -> calm);
            operating--;
          });
    }
    if (renews && !chaos.isFar()) {
      operating++;
      client(
          "renewer",
          client -> {
            new Renewer(client, simulation, facts).run(() -> calm);
            operating--;
          });
    }
    if (crowds.contains(Crowd.FOLLOWING)) {
      for (int i = 0; i < Topic.WORK.shards; i++) {
        int shard = i;
        client("follower" + i, client -> new Follower(client, simulation, shard, facts).run());
      }
    }
  }

  private void client(String name, Consumer<Client> program) {
    SimulatedNode node = simulation.node(name);
    clients.add(node);
    node.spawn("main", () -> program.accept(new Client(node, fronts, addresses, seen)));
  }

  private void startWorker(Crowd crowd, int number) {
    workers.add(
        new Machine(
            simulation,
            crowd.group + "-worker" + number,
            node ->
                node.spawn(
                    "main",
                    () ->
                        new Worker(
                                new Client(node, fronts, addresses, seen),
                                simulation,
                                crowd,
                                facts,
                                () -> calm)
                            .run())));
  }

  /** Runs on, and starts again what has crashed. */
  private void runFor(Duration duration) {
    Duration end = simulation.elapsed().plus(duration);
    while (simulation.elapsed().compareTo(end) < 0) {
      Duration left = end.minus(simulation.elapsed());
      simulation.runFor(left.compareTo(SLICE) < 0 ? left : SLICE);
      for (Machine machine : nodes) {
        machine.restart(Duration.ofMillis(random.nextLong(2_000)));
      }
      for (Machine machine : workers) {
        machine.restart(Duration.ofMillis(random.nextLong(2_000)));
      }
    }
  }

  /** Runs until every acknowledged event is done for everybody, and a while longer. */
  private void drain() {
    client("undertaker", this::collectDeadLetters);
    Duration begin = simulation.elapsed();
    Drain drain = new Drain(facts, crowds);
    while (operating > 0 || !drain.isDone()) {
      if (simulation.elapsed().minus(begin).compareTo(DRAINED) > 0) {
        facts.complaints.add("after " + DRAINED + " of calm: " + drain.unfinished());
        return;
      }
      runFor(SLICE);
    }
    // What nobody was told of may still be appended, and must be drained as well.
    int before = -1;
    for (int i = 0; i < QUIETS_MAX && before < facts.count(); i++) {
      before = facts.count();
      runFor(QUIET);
    }
  }

  private void collectDeadLetters(Client client) {
    while (true) {
      for (Crowd crowd : crowds) {
        if (crowd.claims()) {
          client
              .insist(LETTERS_ATTEMPTS, front -> front.deadLetters(crowd))
              .ifPresent(letters -> facts.dead(crowd, letters));
        }
      }
      client.pause(Duration.ofSeconds(2));
    }
  }

  /** Ends all processes, lets what is late arrive, and compares with the truth. */
  private Outcome end() {
    ended = simulation.elapsed();
    nodes.forEach(Machine::retire);
    workers.forEach(Machine::retire);
    clients.forEach(SimulatedNode::crash);
    simulation.run(Duration.ofDays(1));
    List<Truth> work =
        IntStream.range(0, Topic.WORK.shards).mapToObj(i -> program.truth(Topic.WORK, i)).toList();
    Truth results = program.truth(Topic.RESULTS, 0);
    work.forEach(truth -> facts.complaints.addAll(truth.holes()));
    facts.complaints.addAll(results.holes());
    seen.add(facts, work);
    seen.add(Tally.Sight.UNKNOWN_OUTCOME, fences.unknown());
    Judge judge = new Judge(facts, crowds, work, results);
    flaw.accept(judge);
    facts.complaints.addAll(judge.complaints());
    return outcome();
  }

  private Outcome outcome() {
    return new Outcome(
        List.copyOf(facts.complaints),
        facts.ledger.acknowledgedCount(),
        facts.grants.size() + facts.handlings.size(),
        simulation.history().hash(),
        ended,
        seen);
  }
}
