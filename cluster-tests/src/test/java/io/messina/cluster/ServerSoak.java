package io.messina.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraCluster;
import io.messina.cassandra.CassandraNode;
import io.messina.cassandra.CommitLog;
import io.messina.cluster.Ledger.Entry;
import io.messina.stream.json.ApiJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers under load for long, to which something happens again and again, as a seed decides:
 *
 * <pre>
 *   mvn verify -Psoak -pl cluster-tests -am -Dtest=ServerSoak \
 *       -Dsurefire.failIfNoSpecifiedTests=false -Dmessina.seed=7 -Dmessina.minutes=30
 * </pre>
 *
 * <p>Where Debian's {@code libfaketime} is not installed, no clocks stand.
 */
@SuppressWarnings("NullAway.Init")
class ServerSoak {

  private static final long SEED = Long.getLong("messina.seed", 1);
  private static final Duration LENGTH =
      Duration.ofMinutes(Integer.getInteger("messina.minutes", 30));

  /** The nodes of the database, each with all data: one, or three. */
  private static final int DATABASE_NODES = Integer.getInteger("messina.nodes", 1);

  /** The faults to choose among; all if it is empty. */
  private static final String FAULTS = System.getProperty("messina.faults", "");

  private static final Path REPORT =
      Path.of(System.getProperty("messina.soak.report", "target/soak-" + SEED + ".txt"));

  private static final int SERVERS = 3;
  private static final int SHARDS = Integer.getInteger("messina.shards", 16);
  private static final Duration MEMBER_LEASE = Duration.ofSeconds(5);
  private static final Duration EVENT_LEASE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Load.Size SIZE = new Load.Size(4, 2, 5, Duration.ofMillis(50));
  private static final int WAITS_SHOWN = 4;
  private static final int FAILURES_SHOWN = 20;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
  private final List<Fault> faults =
      Stream.of(Fault.values())
          .filter(fault -> fault != Fault.PAUSE_WITH_CLOCKS || StandingClocks.exist())
          .filter(fault -> fault != Fault.KILL_DATABASE || DATABASE_NODES > 1)
          .filter(
              fault ->
                  fault == Fault.CALM
                      || FAULTS.isEmpty()
                      || List.of(FAULTS.split(",")).contains(fault.name()))
          .toList();
  private final List<Fault> round = new ArrayList<>(); // each fault once, less those that came
  private final Ledger ledger = new Ledger(EVENT_LEASE);
  private final List<StandingClocks> clocks = new ArrayList<>(); // of each server
  private final List<Period> periods = new ArrayList<>();
  @TempDir private Path folder;
  private CassandraCluster database;
  private TestCluster cluster;
  private long begunNanos;

  /**
   * One fault, and the time until the next one.
   *
   * @param what with the servers that it happened to
   * @param fromNanos since the beginning
   */
  private record Period(
      Fault fault,
      String what,
      long fromNanos,
      long toNanos,
      Duration append,
      Duration claim,
      Map<String, Long> failed) {}

  @Test
  void nothing_is_lost_or_doubled_whatever_happens_to_servers_and_their_connections()
      throws Exception {
    try (CassandraCluster nodes =
        CassandraCluster.start(
            folder.resolve("cassandra"),
            DATABASE_NODES,
            node -> node.withCommitLog(CommitLog.BATCH))) {
      database = nodes;
      String store =
          TestCluster.newStore(
              nodes.nodes().stream().map(CassandraNode::contactPoint).toList(),
              nodes.datacenter(),
              "messina_soak");
      Path snapshots = Files.createDirectories(folder.resolve("snapshots"));
      for (int i = 0; i < SERVERS; i++) {
        clocks.add(new StandingClocks(Files.createDirectories(folder.resolve("server-" + i))));
      }
      try (TestCluster servers =
              TestCluster.start(
                  folder,
                  SERVERS,
                  StandingClocks.environment(),
                  List.of(store, "--snapshots=" + snapshots));
          Load load = Load.start(servers, "soak", SHARDS, EVENT_LEASE, SIZE, ledger);
          ServerMetrics metrics = ServerMetrics.of(servers)) {
        cluster = servers;
        Caller.ask(
                cluster.url(0),
                "PUT",
                "/v1/aggregates/counts",
                "{\"stream\":\"soak\",\"kind\":\"count\",\"group_by\":[\"/k\"],\"window\":\"1h\","
                    + "\"retention\":\"1d\"}")
            .good();
        cluster.awaitShared("soak");
        load.awaitProgress(500);
        long epochs = cluster.owners("soak").epochs();
        begunNanos = System.nanoTime();
        try {
          while (System.nanoTime() - begunNanos < LENGTH.toNanos()) {
            happen();
          }
          heal();
          List<List<Entry>> stored = load.drained();
          List<String> violations = new ArrayList<>(ledger.violations(stored));
          violations.addAll(recounted(stored));
          assertThat(violations).as("seed " + SEED + "\n" + cluster).isEmpty();
        } finally {
          report(metrics, cluster.owners("soak").epochs() - epochs);
          keepLogs();
        }
      }
    }
  }

  private void happen() throws Exception {
    if (round.isEmpty()) {
      round.addAll(faults);
      Collections.shuffle(round, random);
    }
    Fault fault = round.removeLast();
    int server = random.nextInt(SERVERS);
    int other = (server + random.nextInt(1, SERVERS)) % SERVERS;
    long periodNanos = TimeUnit.SECONDS.toNanos(random.nextInt(8, 21));
    long fromNanos = System.nanoTime();
    System.out.printf("%4d s: %s %d %d%n", secondsOf(fromNanos), fault, server, other);
    inflict(fault, server, other);
    pause(Duration.ofNanos(Math.max(0, fromNanos + periodNanos - System.nanoTime())));
    periods.add(
        new Period(
            fault,
            "%s of %d, %d".formatted(fault, server, other),
            fromNanos,
            System.nanoTime(),
            ledger.longestWait("append", fromNanos),
            ledger.longestWait("claim", fromNanos),
            ledger.failuresSince(fromNanos).stream()
                .collect(
                    Collectors.groupingBy(
                        failure ->
                            failure.operation()
                                + " "
                                + failure.answer().kind()
                                + (failure.wasReady() ? " ready" : ""),
                        TreeMap::new,
                        Collectors.counting()))));
  }

  private void inflict(Fault fault, int server, int other) throws Exception {
    switch (fault) {
      case CALM -> {}
      case KILL -> {
        cluster.server(server).kill();
        pause(Duration.ofMillis(random.nextInt(8_000)));
        startAgain(server);
      }
      case PAUSE_HALF_A_LEASE -> pause(server, MEMBER_LEASE.dividedBy(2));
      case PAUSE_A_LEASE -> pause(server, MEMBER_LEASE);
      case PAUSE_TWO_LEASES -> pause(server, MEMBER_LEASE.multipliedBy(2));
      case PAUSE_WITH_CLOCKS -> {
        cluster.server(server).pause();
        long stoppedNanos = System.nanoTime();
        pause(MEMBER_LEASE.multipliedBy(2));
        clocks.get(server).stood(Duration.ofNanos(System.nanoTime() - stoppedNanos));
        cluster.server(server).resume();
        pause(MEMBER_LEASE);
        clocks.get(server).goOn();
      }
      case PAUSE_AND_KILL -> {
        pause(server, MEMBER_LEASE);
        pause(Duration.ofMillis(random.nextInt(200)));
        cluster.server(server).kill();
        startAgain(server);
      }
      case CUT_ONE_WAY -> {
        cluster.cut(server, other);
        pause(Duration.ofMillis(random.nextInt(2_000, 12_000)));
        cluster.heal();
      }
      case CUT_BOTH_WAYS -> {
        cluster.cutBoth(server, other);
        pause(Duration.ofMillis(random.nextInt(2_000, 12_000)));
        cluster.heal();
      }
      case BREAK_CONNECTIONS -> cluster.breakConnections(server);
      case RESTART -> {
        assertThat(cluster.server(server).terminate()).isZero();
        startAgain(server);
      }
      case PAUSE_DATABASE -> {
        CassandraNode node = anyNode();
        node.pause();
        pause(Duration.ofMillis(random.nextInt(2_000, 8_000)));
        node.resume();
      }
      case KILL_DATABASE -> {
        CassandraNode node = anyNode();
        node.kill();
        pause(Duration.ofMillis(random.nextInt(2_000, 8_000)));
        node.startAgain();
      }
    }
  }

  private CassandraNode anyNode() {
    return database.nodes().get(random.nextInt(DATABASE_NODES));
  }

  private void pause(int server, Duration duration) throws InterruptedException {
    cluster.server(server).pause();
    pause(duration);
    cluster.server(server).resume();
  }

  private static void pause(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }

  private void startAgain(int server) throws Exception {
    cluster.startAgain(server);
    cluster.awaitReady(server);
  }

  private void heal() throws InterruptedException {
    cluster.heal();
    for (int i = 0; i < SERVERS; i++) {
      cluster.awaitReady(i);
    }
    cluster.awaitShared("soak");
  }

  /** The rows of the aggregate must come to what was stored; returns what is not so. */
  private List<String> recounted(List<List<Entry>> stored) {
    Map<String, Long> expected =
        stored.stream()
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(Entry::key, TreeMap::new, Collectors.counting()));
    long untilNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Map<String, Long> rows = rows();
      if (rows.equals(expected)) {
        return List.of();
      }
      if (System.nanoTime() - untilNanos > 0) {
        return List.of("the aggregate has " + rows + " (expected: " + expected + ")");
      }
    }
  }

  private Map<String, Long> rows() {
    Map<String, Long> rows = new TreeMap<>();
    Caller.Answer answer =
        Caller.ask(cluster.url(1), "GET", "/v1/aggregates/counts/rows?limit=10000", "");
    if (answer.isGood()) {
      ApiJson.MAPPER
          .readTree(answer.body())
          .get("rows")
          .forEach(
              row ->
                  rows.merge(
                      row.get("key").stringValue(), row.get("value").longValue(), Long::sum));
    }
    return rows;
  }

  private void report(ServerMetrics metrics, long moves) throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("begun at " + Instant.now().minusNanos(System.nanoTime() - begunNanos));
    lines.add(
        "seed %d, %d minutes: %d events acknowledged, %d delivered again"
            .formatted(SEED, LENGTH.toMinutes(), ledger.acknowledged(), ledger.redelivered()));
    lines.add(
        "%d changes of owners, %d graves dug, %d graves met, %d fenced writes of unknown outcome"
            .formatted(
                moves, metrics.gravesDug(), metrics.gravesMet(), metrics.unknownFencedWrites()));
    lines.add("answers: " + new TreeMap<>(ledger.counts()));
    lines.add("| fault | times | longest append | longest claim | failed |");
    lines.add("|---|---|---|---|---|");
    Map<Fault, List<Period>> byFault =
        periods.stream()
            .collect(
                Collectors.groupingBy(
                    Period::fault, () -> new EnumMap<>(Fault.class), Collectors.toList()));
    byFault.forEach((fault, all) -> lines.add(row(fault, all)));
    lines.add("longest:");
    for (Ledger.Wait wait : ledger.longestWaits(WAITS_SHOWN)) {
      lines.add(
          "  %s %d ms, until %d s: %s"
              .formatted(
                  wait.operation(),
                  wait.nanos() / 1_000_000,
                  secondsOf(wait.atNanos()),
                  periods.stream()
                      .filter(period -> period.fromNanos() < wait.atNanos())
                      .filter(period -> period.toNanos() > wait.atNanos() - wait.nanos())
                      .map(Period::what)
                      .collect(Collectors.joining("; "))));
    }
    lines.add("failed, while the database went on:");
    periods.stream()
        .filter(period -> period.fault() != Fault.PAUSE_DATABASE)
        .forEach(
            period ->
                ledger.failuresSince(period.fromNanos()).stream()
                    .filter(failure -> failure.atNanos() < period.toNanos())
                    .limit(FAILURES_SHOWN)
                    .forEach(
                        failure ->
                            lines.add(
                                "  %s, at %d s: %s"
                                    .formatted(
                                        period.what(), secondsOf(failure.atNanos()), failure))));
    lines.forEach(System.out::println);
    Files.createDirectories(REPORT.toAbsolutePath().getParent());
    Files.write(REPORT, lines);
  }

  /** What the servers said, beside the report. */
  private void keepLogs() throws IOException {
    for (int i = 0; i < SERVERS; i++) {
      StringBuilder all = new StringBuilder();
      try (Stream<Path> files = Files.list(folder.resolve("server-" + i))) {
        List<Path> errors =
            files
                .filter(file -> String.valueOf(file.getFileName()).startsWith("err"))
                .sorted(Comparator.comparingLong(file -> file.toFile().lastModified()))
                .toList();
        for (Path file : errors) {
          all.append("A process:\n").append(Files.readString(file));
        }
      }
      Files.writeString(
          REPORT.resolveSibling("soak-%d-server-%d.log".formatted(SEED, i)), all.toString());
    }
  }

  private static String row(Fault fault, List<Period> all) {
    Map<String, Long> failed = new TreeMap<>();
    all.forEach(
        period -> period.failed().forEach((kind, count) -> failed.merge(kind, count, Long::sum)));
    return "| %s | %d | %d ms | %d ms | %s |"
        .formatted(
            fault,
            all.size(),
            all.stream().mapToLong(period -> period.append().toMillis()).max().orElse(0),
            all.stream().mapToLong(period -> period.claim().toMillis()).max().orElse(0),
            failed);
  }

  private long secondsOf(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(nanos - begunNanos);
  }
}
