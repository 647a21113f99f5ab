package io.messina.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.apache.cassandra.service.CassandraDaemon;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraForTestsTest {

  @TempDir static Path jarsFolder;
  static CassandraJars jars;

  @TempDir Path folder;

  @BeforeAll
  static void makeJars() throws IOException {
    jars = StandIn.jarsIn(jarsFolder);
  }

  @Test
  void a_node_dies_with_a_parent_that_is_killed() throws Exception {
    Process parent = parentOfNode();
    long pid = pidToldBy(parent);
    ProcessHandle node = ProcessHandle.of(pid).orElseThrow();
    parent.destroyForcibly();
    assertThat(node.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  @Test
  void a_shared_node_serves_one_process_after_the_other_until_their_parent_is_killed()
      throws Exception {
    Process parent = parentOfUsers();
    long pid = pidOfNextUser(parent);
    ProcessHandle node = ProcessHandle.of(pid).orElseThrow();
    assertThat(pidOfNextUser(parent)).isEqualTo(pid);
    assertThat(node.isAlive()).isTrue();
    parent.destroyForcibly();
    assertThat(node.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    assertThat(sharedFolder()).doesNotExist();
  }

  @Test
  void a_shared_node_that_is_killed_is_started_anew_and_one_without_users_ends() throws Exception {
    Process first = java(userOfNode(Duration.ofHours(1)));
    long killed = pidToldBy(first);
    ProcessHandle before = ProcessHandle.of(killed).orElseThrow();
    assertThat(before.destroyForcibly()).isTrue();
    before.onExit().join();
    first.destroyForcibly().waitFor();
    Process second = java(userOfNode(Duration.ZERO));
    long pid = pidToldBy(second);
    assertThat(pid).isNotEqualTo(killed);
    ProcessHandle node = ProcessHandle.of(pid).orElseThrow();
    assertThat(pidOfNextUser(second)).isEqualTo(pid);
    assertThatThrownBy(() -> node.onExit().get(2, TimeUnit.SECONDS))
        .as("it is used though its user has collected garbage")
        .isInstanceOf(TimeoutException.class);
    second.destroyForcibly();
    assertThat(node.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  private Path sharedFolder() {
    return folder.resolve("shared");
  }

  private List<String> userOfNode(Duration unusedMax) {
    return List.of(
        UserOfSharedNode.class.getName(),
        sharedFolder().toString(),
        Long.toString(unusedMax.toMillis()));
  }

  private Process parentOfUsers() throws IOException {
    List<String> command = new ArrayList<>(List.of(ParentOfUsers.class.getName()));
    command.addAll(javaCommand(userOfNode(Duration.ofHours(1))));
    return java(command);
  }

  private static long pidOfNextUser(Process parent) throws IOException {
    parent.getOutputStream().write('\n');
    parent.getOutputStream().flush();
    return pidToldBy(parent);
  }

  private Process parentOfNode() throws IOException {
    return java(List.of(ParentOfNode.class.getName(), folder.toString()));
  }

  private static Process java(List<String> arguments) throws IOException {
    return new ProcessBuilder(javaCommand(arguments))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<String> javaCommand(List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-D" + CassandraJars.PROPERTY + "=" + jars.folder(),
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(arguments);
    return command;
  }

  private static long pidToldBy(Process process) throws IOException {
    return Long.parseLong(process.inputReader().readLine());
  }

  @Test
  void a_keyspace_bears_the_number_of_its_process() {
    assertThat(CassandraForTests.keyspace("mine"))
        .isEqualTo("mine_" + ProcessHandle.current().pid());
    assertThatThrownBy(() -> CassandraForTests.keyspace("m".repeat(48)))
        .hasMessageContaining("expected: 48 characters at most");
  }

  @Test
  void a_cluster_named_from_outside_is_taken() {
    assertThat(CassandraForTests.named(Map.of("MESSINA_TEST_CQL", "db.example:9043")))
        .hasValueSatisfying(
            cluster -> {
              assertThat(cluster.contactPoint().getHostString()).isEqualTo("db.example");
              assertThat(cluster.contactPoint().getPort()).isEqualTo(9043);
              assertThat(cluster.datacenter()).isEqualTo("datacenter1");
              assertThat(cluster.isExternal()).isTrue();
            });
    assertThat(CassandraForTests.named(Map.of())).isEmpty();
    assertThatThrownBy(() -> CassandraForTests.named(Map.of("MESSINA_TEST_CQL", "db:x")))
        .hasMessageContaining("expected: host:port");
  }

  /** Main of a process that starts a node, tells its process id, and never ends by itself. */
  static final class ParentOfNode {

    private ParentOfNode() {}

    /** Starts a node in the folder given. */
    public static void main(String[] arguments) throws InterruptedException {
      CassandraNode node = CassandraNode.launch(CassandraSettings.in(Path.of(arguments[0])));
      System.out.println(node.pid());
      new CountDownLatch(1).await();
    }
  }

  /** Main of a process, as Maven is one, that runs users of a shared node until it is killed. */
  static final class ParentOfUsers {

    private ParentOfUsers() {}

    /** Runs one user for each line that it reads, and tells what that tells. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
      List<String> command = List.of(arguments);
      while (System.in.read() >= 0) {
        Process user =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        System.out.println(user.inputReader().readLine());
        user.getOutputStream().close();
        var _ = user.waitFor();
      }
    }
  }

  /** Main of a process that uses a shared node, and ends when its standard input does. */
  static final class UserOfSharedNode {

    private UserOfSharedNode() {}

    /**
     * Tells the node's process id, and collects garbage for each line that it reads; takes a
     * folder, and after how many milliseconds the node is unused.
     */
    public static void main(String[] arguments) throws IOException {
      Path folder = Path.of(arguments[0]);
      Duration unusedMax = Duration.ofMillis(Long.parseLong(arguments[1]));
      CassandraAddress address = new SharedNode(folder, unusedMax).address();
      long pid =
          RecordedNode.in(folder)
              .filter(node -> node.address().equals(address))
              .orElseThrow()
              .pid();
      System.out.println(pid);
      while (System.in.read() >= 0) {
        System.gc();
        System.out.println(pid);
      }
    }
  }

  /**
   * Jars with a main class in place of Cassandra's, which starts in a tenth of the time, for tests
   * of what holds of any process. A full build has those of Cassandra there too.
   */
  static final class StandIn {

    private static final String MAIN = CassandraDaemon.class.getName().replace('.', '/') + ".class";

    private StandIn() {}

    static CassandraJars jarsIn(Path folder) throws IOException {
      CassandraJars real = CassandraJars.ofThisProcess();
      if (Boolean.getBoolean("messina.test.everything")) {
        return real;
      }
      Files.copy(real.agent(), folder.resolve(real.agent().getFileName()));
      Path jar = folder.resolve("cassandra-all-stand-in.jar");
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
          InputStream main = CassandraDaemon.class.getClassLoader().getResourceAsStream(MAIN)) {
        out.putNextEntry(new ZipEntry(MAIN));
        Objects.requireNonNull(main).transferTo(out);
      }
      return new CassandraJars(folder);
    }
  }
}
