package io.messina.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cluster.TestCluster.Owners;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers on one keyspace, under load, of which one is killed, paused or cut off. Each test
 * begins with both, in any order; in this one they wait least for each other.
 */
@Timeout(180)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init")
class ServerFaultsTest {

  /** The lease of a member, and the most that a request waits for an owner. */
  private static final Duration MEMBER_LEASE = Duration.ofSeconds(5);

  private static final Duration HELD_MAX = Duration.ofSeconds(6);

  /** What a busy machine may add. */
  private static final Duration SLOW = Duration.ofSeconds(14);

  private static final Duration EVENT_LEASE = Duration.ofSeconds(10);
  private static final int SHARDS = 8;
  private static final String LINES_STREAM = "lines";
  private static final int LINES = 4_000;
  private static final Load.Size SIZE = new Load.Size(3, 1, 2, Duration.ofMillis(40));

  @TempDir private static Path folder;
  private static TestCluster cluster;

  private final Ledger ledger = new Ledger(EVENT_LEASE);
  private Load load;
  private long begunNanos;

  @BeforeAll
  static void start_servers() throws Exception {
    cluster =
        TestCluster.start(
            folder,
            2,
            Map.of(),
            List.of(TestCluster.newStore("messina_faults"), "--drain-delay=2s"));
  }

  @AfterAll
  static void stop_servers() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private void begin(TestInfo test) {
    load =
        Load.start(
            cluster,
            test.getTestMethod().orElseThrow().getName().substring(0, 20),
            SHARDS,
            EVENT_LEASE,
            SIZE,
            ledger);
    load.awaitProgress(50);
    begunNanos = System.nanoTime();
  }

  /** Whatever was done, nothing is lost, doubled, out of order, or handed out twice at a time. */
  private void assertNothingIsLost() throws Exception {
    assertThat(ledger.violations(load.drained())).as(cluster::toString).isEmpty();
    System.out.println(
        "%s: %s, longest append %d ms, batch %d ms, claim %d ms, delivered again: %d"
            .formatted(
                load.stream(),
                ledger.counts(),
                ledger.longestWait("append", begunNanos).toMillis(),
                ledger.longestWait("batch", begunNanos).toMillis(),
                ledger.longestWait("claim", begunNanos).toMillis(),
                ledger.redelivered()));
  }

  @AfterEach
  void stop_load() {
    if (load != null) {
      load.close();
    }
  }

  @Test
  @Order(1)
  void servers_that_are_cut_from_each_other_in_one_direction_take_nothing_and_go_on_by_themselves(
      TestInfo test) throws Exception {
    begin(test);
    cluster.awaitShared(load.stream());
    Owners before = cluster.owners(load.stream());
    begunNanos = System.nanoTime();
    cluster.cut(1, 0);
    await(() -> !ledger.longest("append", "503 owner_unreachable", begunNanos).isZero());
    cluster.heal();
    load.awaitProgress(200);

    assertThat(cluster.owners(load.stream())).isEqualTo(before);
    assertThat(ledger.longest("append", "503 owner_unreachable", begunNanos))
        .isLessThan(HELD_MAX.plus(SLOW));
    assertThat(ledger.failuresSince(begunNanos))
        .extracting(failure -> failure.answer().kind())
        .isSubsetOf("503 owner_unreachable", "503 unknown_outcome");
    assertNothingIsLost();
  }

  @FullBuild("a server that is killed; members of simulations stand still")
  @Test
  @Order(2)
  void a_server_that_is_paused_for_longer_than_its_lease_loses_its_shards_and_comes_back(
      TestInfo test) throws Exception {
    begin(test);
    begunNanos = System.nanoTime();
    cluster.server(0).pause();
    TimeUnit.MILLISECONDS.sleep(MEMBER_LEASE.toMillis() * 6 / 5);
    cluster.server(0).resume();
    cluster.awaitReady(0);
    load.awaitProgress(200);

    assertThat(ledger.longestWait("append", begunNanos))
        .isLessThan(MEMBER_LEASE.multipliedBy(2).plus(SLOW));
    assertNothingIsLost();
  }

  @Test
  @Order(3)
  void a_server_that_is_killed_is_replaced_by_the_other_after_its_lease(TestInfo test)
      throws Exception {
    begin(test);
    begunNanos = System.nanoTime();
    try (MessinaProcess command = startLoadCommand()) {
      cluster.server(1).kill();
      assertThat(command.isAlive()).as("in mid load").isTrue();
      load.awaitProgress(200);
      cluster.awaitOwners(load.stream(), List.of(0));
      cluster.startAgain(1);
      cluster.awaitReady(1);
      assertThat(command.awaitExit(Duration.ofMinutes(1))).as(command.err()).isZero();
    }
    assertThat(Load.payloads(cluster.url(0), LINES_STREAM))
        .containsExactlyInAnyOrderElementsOf(lines());

    assertThat(ledger.longestWait("append", begunNanos)).isLessThan(MEMBER_LEASE.plus(SLOW));
    assertThat(ledger.longestWait("claim", begunNanos)).isLessThan(MEMBER_LEASE.plus(SLOW));
    assertNothingIsLost();
  }

  /** Loads a file by way of server 1 alone; returns once some of it is stored. */
  private static MessinaProcess startLoadCommand() throws Exception {
    String url = cluster.url(1);
    Caller.ask(url, "PUT", "/v1/streams/" + LINES_STREAM, "{\"shards\":4}").good();
    Path file = Files.write(folder.resolve("lines.ndjson"), lines());
    MessinaProcess command =
        MessinaProcess.start(
            folder,
            List.of(
                "load", file.toString(), "--stream", LINES_STREAM, "--batch", "5", "--url", url));
    command.awaitThat(() -> !Load.payloads(url, LINES_STREAM).isEmpty());
    return command;
  }

  private static List<String> lines() {
    return IntStream.range(0, LINES).mapToObj("{\"number\":%d}"::formatted).toList();
  }

  private static void await(SystemWaiting.Condition condition) {
    SystemWaiting.until(condition, cluster::toString);
  }
}
