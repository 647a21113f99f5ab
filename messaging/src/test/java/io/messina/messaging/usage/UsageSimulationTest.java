package io.messina.messaging.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.node.StateSettings;
import io.messina.aggregate.state.StateMemory;
import io.messina.api.message.AccountName;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.connector.PriceList;
import io.messina.api.message.report.CampaignReport;
import io.messina.api.message.report.UsageRows;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.Errand;
import io.messina.stream.testkit.SimulatedCluster;
import io.messina.stream.testkit.SimulatedServer.Running;
import io.messina.testkit.Seeds;
import io.messina.testkit.SimulatedStore;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts on servers and a store to which everything happens that can. */
final class UsageSimulationTest {

  private static final int SEEDS = 25;

  @TempDir private Path folder;

  @Test
  void what_is_counted_is_what_was_told_whatever_happens() {
    AtomicInteger histories = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    Seeds.forEach(
        SEEDS,
        seed -> {
          UsageWorld.Outcome outcome = UsageWorld.run(seed, folder.resolve("" + seed));
          assertThat(outcome.wrong()).isEmpty();
          histories.incrementAndGet();
          begun.addAndGet(outcome.begun());
        });
    assertThat(begun.get()).as("processes that counted").isGreaterThan(2 * histories.get());
  }

  /**
   * One history of usage: what happened to messages is told, each thing until it is stored and some
   * twice, while servers crash, hang, are cut off and take over from each other; then calm, and a
   * look at what is counted.
   */
  static final class UsageWorld implements AutoCloseable {

    private static final int SHARDS = 2;
    private static final int MESSAGES = 25;
    private static final int HARMS = 8;
    private static final Duration SLICE = Duration.ofMillis(200);
    private static final Duration CALM = Duration.ofMinutes(20);

    private final Simulation simulation;
    private final RandomGenerator random;
    private final SimulatedCluster<Node> cluster;
    private final Path disks;
    private final List<StateMemory> memories = new ArrayList<>();
    private final List<MessageEvent> events = new ArrayList<>();
    private final Recount recount = new Recount();
    private int outcomes;
    private int begun;
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
      this.cluster =
          new SimulatedCluster<>(simulation, new SimulatedStore(simulation), random, SLICE);
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
        cluster.start(
            name, (_, context, streams) -> begin(number, disks.resolve(name), context, streams));
      }
      if (!cluster.hasBegun()) {
        return new Outcome(List.of("nothing was begun"), begun);
      }
      makeUp();
      Errand<Node> tell = cluster.errand("tell", CALM, this::tell);
      cluster.use(
          1,
          () -> {
            if (!isTold()) {
              tell.ask(cluster.any());
            }
          });
      cluster.harm(HARMS, Duration.ofSeconds(20), server -> server.harm(random));
      if (cluster.goUntil(this::isTold, CALM)) {
        Errand<Node> look = cluster.errand("look", CALM, server -> look(server.program().usage()));
        cluster.use(10, () -> look.ask(cluster.any()));
        cluster.goUntil(() -> wrong.isEmpty(), CALM);
      }
      return new Outcome(wrong, begun);
    }

    private boolean isTold() {
      return outcomes >= events.size();
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
      Instant now = cluster.begun().orElseThrow().node().clock().instant();
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

    private void tell(Running<Node> server) {
      int number = outcomes;
      server.program().streams().publish(List.of(events.get(number)));
      outcomes = Math.max(outcomes, number + 1);
    }

    private void look(Usage usage) {
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
}
