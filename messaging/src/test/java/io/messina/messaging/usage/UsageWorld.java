package io.messina.messaging.usage;

import io.messina.aggregate.node.StateSettings;
import io.messina.aggregate.state.StateMemory;
import io.messina.api.message.AccountName;
import io.messina.api.message.CampaignReport;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.PriceList;
import io.messina.api.message.UsageRows;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.SimulatedServer;
import io.messina.stream.testkit.SimulatedServer.Running;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One history of usage: what happened to messages is told, each thing until it is stored and some
 * twice, while servers crash, hang, are cut off and take over from each other; then calm, and a
 * look at what is counted.
 */
final class UsageWorld implements AutoCloseable {

  private static final int SHARDS = 2;
  private static final int MESSAGES = 25;
  private static final int HARMS = 8;
  private static final Duration SLICE = Duration.ofMillis(200);
  private static final Duration CALM = Duration.ofMinutes(20);

  private final Simulation simulation;
  private final RandomGenerator random;
  private final SimulatedStore stores;
  private final Path disks;
  private final List<SimulatedServer<Node>> servers = new ArrayList<>();
  private final List<StateMemory> memories = new ArrayList<>();
  private final List<MessageEvent> events = new ArrayList<>();
  private final Recount recount = new Recount();
  private int told;
  private int begun;
  private @Nullable SimulatedNode telling;
  private boolean looking;
  private List<String> wrong = List.of("nothing was looked at");

  /**
   * What came of a history.
   *
   * @param wrong what was wrong: nothing, or words
   * @param begun how often a process began to count
   */
  record Outcome(List<String> wrong, int begun) {}

  private record Node(MessageStreams streams, Usage usage) {}

  private UsageWorld(long seed, Path disks) {
    this.simulation = new Simulation(seed);
    this.random = simulation.random("world");
    this.stores = new SimulatedStore(simulation);
    this.disks = disks;
  }

  static Outcome run(long seed, Path disks) {
    try (UsageWorld world = new UsageWorld(seed, disks)) {
      return world.run();
    }
  }

  private Outcome run() {
    for (int i = 0; i < 2; i++) {
      String name = "node" + i;
      int number = i;
      memories.add(memory());
      servers.add(
          new SimulatedServer<>(
              simulation,
              stores,
              name,
              (_, context, streams) -> begin(number, disks.resolve(name), context, streams)));
    }
    if (!simulation.runUntil(() -> begun().isPresent(), Duration.ofMinutes(2))) {
      return new Outcome(List.of("nothing was begun"), begun);
    }
    makeUp();
    stores.faults(Faults.ROUGH);
    for (int i = 0; i < HARMS; i++) {
      go(Duration.ofMillis(random.nextLong(200, 20_000)));
      servers.get(random.nextInt(servers.size())).harm(random);
    }
    stores.faults(Faults.NONE);
    servers.forEach(SimulatedServer::calm);
    Duration end = simulation.elapsed().plus(CALM);
    while (!wrong.isEmpty() && simulation.elapsed().compareTo(end) < 0) {
      go(Duration.ofSeconds(2));
      if (told >= events.size()) {
        look();
      }
    }
    return new Outcome(wrong, begun);
  }

  private static StateMemory memory() {
    return new StateMemory(1 << 16, 8 << 20);
  }

  private Node begin(int number, Path disk, Context context, Streams streams) {
    memories.get(number).close(); // what the process before has not flushed is gone
    memories.set(number, memory());
    begun++;
    MessageStreams messages = new MessageStreams(streams);
    var _ = messages.create(MessageStreams.EVENTS, SHARDS);
    StateSettings settings = new StateSettings(disk, memories.get(number));
    return new Node(messages, Usage.start(context, streams, settings, _ -> PriceList.NONE));
  }

  /** What happened to messages in the past days, in about its order, and some of it twice. */
  private void makeUp() {
    Instant now = begun().orElseThrow().node().clock().instant();
    Random made = new Random(random.nextLong());
    for (int i = 0; i < MESSAGES; i++) {
      Instant begin = now.minus(Duration.ofHours(2_000 + made.nextInt(300)));
      events.addAll(History.of(made, "m" + i, begin, Duration.ofDays(2)));
    }
    events.forEach(event -> recount.add(event, event.at()));
    events.sort(Comparator.comparing(MessageEvent::at));
    for (int i = 0; i < events.size(); i += 5) {
      Collections.swap(events, i, made.nextInt(events.size()));
    }
    for (int i = events.size() / 10; i > 0; i--) {
      events.add(made.nextInt(events.size()), events.get(made.nextInt(events.size())));
    }
  }

  private void go(Duration duration) {
    Duration end = simulation.elapsed().plus(duration);
    while (simulation.elapsed().compareTo(end) < 0) {
      simulation.runFor(SLICE);
      servers.forEach(SimulatedServer::restart);
      tell();
    }
  }

  private Optional<Running<Node>> begun() {
    return servers.stream().flatMap(server -> server.running().stream()).findFirst();
  }

  private Optional<Running<Node>> anyServer() {
    return servers.get(random.nextInt(servers.size())).running();
  }

  private void tell() {
    boolean waits = telling != null && !telling.isCrashed();
    if (told >= events.size() || waits) {
      return;
    }
    anyServer()
        .ifPresent(
            server -> {
              int number = told;
              telling = server.node();
              server.node().spawn("tell", () -> tell(server, number));
            });
  }

  private void tell(Running<Node> server, int number) {
    try {
      server.program().streams().tell(List.of(events.get(number)));
      told = Math.max(told, number + 1);
    } catch (RuntimeException e) {
      // It is told again, perhaps elsewhere.
    } finally {
      if (server.node().equals(telling)) {
        telling = null;
      }
    }
  }

  private void look() {
    if (looking) {
      return;
    }
    anyServer()
        .ifPresent(
            server -> {
              looking = true;
              server.node().spawn("look", () -> look(server.program().usage()));
            });
  }

  private void look(Usage usage) {
    try {
      UsageQuery all =
          new UsageQuery(
              Optional.empty(),
              UsageQuery.FIRST_DAY,
              UsageQuery.LAST_DAY,
              UsageQuery.LIMIT_MAX,
              Optional.empty());
      UsageRows rows = usage.usage(all);
      Map<String, Long> campaigns = new TreeMap<>();
      for (int shop = 0; shop < 2; shop++) {
        for (int number = 0; number < 3; number++) {
          String name = "campaign, " + number;
          CampaignReport report = usage.campaign(new AccountName("shop-" + shop), name);
          report.totals().forEach((state, count) -> campaigns.put(words(report, state), count));
        }
      }
      List<String> found = new ArrayList<>();
      if (!rows(rows).equals(recount.usage())) {
        found.add("usage: " + rows(rows) + ", expected: " + recount.usage());
      }
      if (!campaigns.equals(recount.campaigns())) {
        found.add("campaigns: " + campaigns + ", expected: " + recount.campaigns());
      }
      wrong = found;
    } catch (RuntimeException e) {
      // A shard is without an owner for a moment.
    } finally {
      looking = false;
    }
  }

  private static String words(CampaignReport report, String state) {
    return report.account() + " " + report.campaign() + " " + state;
  }

  private static Map<String, String> rows(UsageRows rows) {
    Map<String, String> usage = new TreeMap<>();
    rows.rows()
        .forEach(
            row ->
                usage.put(
                    "%s %s %s %s %s"
                        .formatted(
                            row.day(),
                            row.account(),
                            row.channel(),
                            row.connector(),
                            row.country().orElse("-")),
                    row.messages() + " of " + row.parts()));
    return usage;
  }

  @Override
  public void close() {
    simulation.close();
    memories.forEach(StateMemory::close);
  }
}
