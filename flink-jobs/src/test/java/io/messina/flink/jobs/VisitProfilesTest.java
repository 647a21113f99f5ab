package io.messina.flink.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.messina.cassandra.CassandraForTests;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.enrich.NewGeneration;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.Jdk;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Profiles in a real Cassandra of visits from a real server. */
class VisitProfilesTest extends ServerFixture {

  /** Other processes share the machine. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final int VISITS = 1_500;

  /** As many as it may try before the other task manager is there. */
  private static final int RESTARTS = 1_000;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder().setNumberSlotsPerTaskManager(2).build());

  private static final String KEYSPACE = CassandraForTests.keyspace("messina_flink");

  /**
   * Tables are created and dropped here, for which a busy machine takes longer than two seconds.
   */
  private static final DriverConfigLoader PATIENT =
      DriverConfigLoader.programmaticBuilder()
          .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1))
          .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(20))
          .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(20))
          .build();

  private static final Path JAR = Path.of(System.getProperty("messina.flink.jobs"));

  /** What is expected of a user. */
  private record Profile(long visits, String lastPage) {

    String line(String user) {
      return user + " " + visits + " " + lastPage;
    }
  }

  @TempDir Path folder;

  private final CassandraForTests database = CassandraForTests.shared();
  private final String table = KEYSPACE + "." + nameOf("profiles").replace('-', '_');
  private final SplittableRandom random = new SplittableRandom(20_261_127);
  private final Map<String, Profile> expected = new HashMap<>();
  private StreamClient visits;
  private StreamClient profiles;
  private CqlSession session;

  @BeforeEach
  void open() {
    visits = stream("visits", 4);
    profiles = stream("profiles", 4);
    session =
        CqlSession.builder()
            .addContactPoint(database.contactPoint())
            .withLocalDatacenter(database.datacenter())
            .withConfigLoader(PATIENT)
            .build();
    createTable();
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void profiles_are_those_of_all_visits_though_a_task_manager_is_lost(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    StreamExecutionEnvironment job = Jobs.environment(folder, 2, "");
    job.configure(
        new Configuration()
            .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS));
    InetSocketAddress contact = database.contactPoint();
    String datacenter = database.datacenter();
    VisitProfiles.build(
        job,
        URI.create(server.url()),
        nameOf("visits"),
        nameOf("profiles"),
        () -> CqlSession.builder().addContactPoint(contact).withLocalDatacenter(datacenter).build(),
        table,
        1,
        NewGeneration.KEEP);
    JobID id = cluster.submitJob(job.getStreamGraph().getJobGraph()).get().getJobID();
    append();
    SystemWaiting.until(LIMIT, () -> !Streams.payloads(profiles).isEmpty(), id::toString);
    cluster.startTaskManager();
    var _ = cluster.terminateTaskManager(0);
    append();
    SystemWaiting.until(LIMIT, () -> Streams.payloads(profiles).size() >= 2 * VISITS, id::toString);
    assertThat(
            Objects.requireNonNull(
                    cluster.getExecutionGraph(id).join().getCheckpointStatsSnapshot())
                .getCounts()
                .getNumberOfRestoredCheckpoints())
        .isPositive();
    cluster.cancelJob(id).join();
    checkProfiles();
  }

  private void checkProfiles() {
    assertThat(profilesInTable()).isEqualTo(expected);
    assertThat(Streams.payloads(profiles))
        .hasSize(2 * VISITS)
        .containsAll(
            expected.entrySet().stream().map(it -> it.getValue().line(it.getKey())).toList());
  }

  /** That of this build, and 17 where it is installed. */
  static Stream<Jdk> jdks() throws IOException {
    List<Jdk> all = new ArrayList<>(List.of(Jdk.OURS));
    Jdk.find(17).ifPresent(all::add);
    System.out.println("Flink runs on " + all);
    return all.stream();
  }

  @FullBuild("the job in the process of the test")
  @ParameterizedTest
  @MethodSource("jdks")
  void profiles_are_those_of_all_visits_though_a_task_manager_is_killed(Jdk jdk) throws Exception {
    assertThat(JAR).as("run the phase package before this test").exists();
    try (StandaloneCluster cluster = StandaloneCluster.start(jdk, folder)) {
      String job =
          cluster.run(
              JAR,
              VisitProfiles.class,
              "--server",
              server.url(),
              "--visits",
              nameOf("visits"),
              "--profiles",
              nameOf("profiles"),
              "--database",
              database.contactPoint().getHostString() + ":" + database.contactPoint().getPort(),
              "--datacenter",
              database.datacenter(),
              "--table",
              table);
      append();
      SystemWaiting.until(LIMIT, () -> !Streams.payloads(profiles).isEmpty(), cluster::logs);
      cluster.taskManagers.get(0).destroyForcibly();
      append();
      SystemWaiting.until(
          LIMIT, () -> Streams.payloads(profiles).size() >= 2 * VISITS, cluster::logs);
      SystemWaiting.until(
          LIMIT,
          () -> cluster.number("/jobs/" + job + "/metrics?get=numRestarts", "value") > 0,
          cluster::logs);
      checkProfiles();
    }
  }

  private void createTable() {
    var _ =
        session.execute(
            "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 1}"
                .formatted(KEYSPACE, database.datacenter()));
    var _ = session.execute("DROP TABLE IF EXISTS " + table);
    var _ =
        session.execute(
            "CREATE TABLE %s (user text PRIMARY KEY, visits bigint, last_page text, messina_version text)"
                .formatted(table));
  }

  private void append() {
    List<NewEvent> events = new ArrayList<>();
    for (int i = 0; i < VISITS; i++) {
      String user = "user-" + (random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(200));
      String page = "/page-" + random.nextInt(50);
      if (i == 0) {
        user = " user of odd name ";
        events.add(NewEvent.of(Payload.text("no visit, as it has no key")));
      }
      events.add(NewEvent.of(user, Payload.text(page)));
      Profile before = expected.getOrDefault(user, new Profile(0, ""));
      expected.put(user, new Profile(before.visits + 1, page));
    }
    Streams.append(visits, events);
  }

  private Map<String, Profile> profilesInTable() {
    Map<String, Profile> found = new HashMap<>();
    session
        .execute("SELECT user, visits, last_page FROM " + table)
        .forEach(
            row ->
                found.put(
                    row.getString("user"),
                    new Profile(
                        row.getLong("visits"),
                        Objects.requireNonNull(row.getString("last_page")))));
    return found;
  }
}
