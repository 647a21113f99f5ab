package io.messina.flink.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.messina.cassandra.CassandraForTests;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar of the jobs on a cluster of processes, with a real Cassandra and a real server. */
@FullBuild("jobs on a cluster in the process of the test, and the jar is packaged")
class StandaloneClusterTest extends ServerFixture {

  private static final int VISITS = 4_000;
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

  /** That of this build, and 17 where it is installed. */
  static Stream<Jdk> jdks() throws IOException {
    List<Jdk> all = new ArrayList<>(List.of(Jdk.OURS));
    Jdk.find(17).ifPresent(all::add);
    System.out.println("Flink runs on " + all);
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void profiles_are_those_of_all_visits_though_a_task_manager_is_killed(Jdk jdk) throws Exception {
    assertThat(JAR).as("run the phase package before this test").exists();
    CassandraForTests database = CassandraForTests.shared();
    String table = KEYSPACE + ".profiles_" + jdk.version();
    Map<String, Profile> expected = new HashMap<>();
    try (CqlSession session =
            CqlSession.builder()
                .addContactPoint(database.contactPoint())
                .withLocalDatacenter(database.datacenter())
                .withConfigLoader(PATIENT)
                .build();
        StandaloneCluster cluster = StandaloneCluster.start(jdk, folder)) {
      createTable(session, database.datacenter(), table);
      StreamClient visits = stream("visits", 4);
      StreamClient profiles = stream("profiles", 4);
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
      SplittableRandom random = new SplittableRandom(jdk.version());
      append(visits, random, expected);
      Waiting.until(() -> !Streams.payloads(profiles).isEmpty(), cluster::logs);
      cluster.taskManagers.get(0).destroyForcibly();
      append(visits, random, expected);
      Waiting.until(() -> Streams.payloads(profiles).size() >= 2 * VISITS, cluster::logs);

      Waiting.until(
          () -> cluster.number("/jobs/" + job + "/metrics?get=numRestarts", "value") > 0,
          cluster::logs);
      assertThat(profilesIn(session, table)).isEqualTo(expected);
      assertThat(Streams.payloads(profiles))
          .hasSize(2 * VISITS)
          .containsAll(
              expected.entrySet().stream().map(it -> it.getValue().line(it.getKey())).toList());
    }
  }

  private static void createTable(CqlSession session, String datacenter, String table) {
    var _ =
        session.execute(
            "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 1}"
                .formatted(KEYSPACE, datacenter));
    var _ = session.execute("DROP TABLE IF EXISTS " + table);
    var _ =
        session.execute(
            "CREATE TABLE %s (user text PRIMARY KEY, visits bigint, last_page text, messina_version text)"
                .formatted(table));
  }

  private static void append(
      StreamClient visits, SplittableRandom random, Map<String, Profile> expected) {
    List<NewEvent> events = new ArrayList<>();
    for (int i = 0; i < VISITS; i++) {
      String user = "user-" + (random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(200));
      String page = "/page-" + random.nextInt(50);
      events.add(NewEvent.of(user, Payload.text(page)));
      Profile before = expected.getOrDefault(user, new Profile(0, ""));
      expected.put(user, new Profile(before.visits + 1, page));
    }
    Streams.append(visits, events);
  }

  private static Map<String, Profile> profilesIn(CqlSession session, String table) {
    Map<String, Profile> profiles = new HashMap<>();
    session
        .execute("SELECT user, visits, last_page FROM " + table)
        .forEach(
            row ->
                profiles.put(
                    row.getString("user"),
                    new Profile(
                        row.getLong("visits"),
                        Objects.requireNonNull(row.getString("last_page")))));
    return profiles;
  }
}
