package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraForTests;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.TcpProxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page docs/operator/three-machines.md: its commands on three new Debians, each with a network
 * of its own, and a database that all see. The next version is this one in another folder.
 */
@FullBuild("nothing: a plain build makes nothing to install")
@SuppressWarnings("NullAway.Init")
class ThreeMachinesTest {

  private static final Path PAGE = Path.of("../docs/operator/three-machines.md");
  private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)\n```", Pattern.DOTALL);
  private static final Pattern OPTIONS = Pattern.compile("```yaml\n(.*?)\n```", Pattern.DOTALL);
  private static final int MACHINES = 3;
  private static final int DATABASE_PORT = 9042;

  /** As the page says; then each has its shards back. */
  private static final int SETTLED_SECONDS = 15;

  private static final String SETTINGS = "etc/messina";
  private static final List<String> SECRETS =
      List.of("ca.pem", "server.pem", "server-key.pem", "cluster.secret", "admin.token");

  @TempDir private Path folder;
  private TestNetwork network;
  private TcpProxy database;
  private final List<Chroot> machines = new ArrayList<>();
  private final List<Chroot.Server> servers = new ArrayList<>();

  @BeforeEach
  void make_machines() throws Exception {
    Shell.assumeRootWith("mmdebstrap", "ip");
    network = TestNetwork.of(MACHINES);
    database =
        TcpProxy.at(
            new InetSocketAddress(TestNetwork.HERE, DATABASE_PORT),
            CassandraForTests.shared().contactPoint());
    for (int i = 1; i <= MACHINES; i++) {
      Chroot machine = Chroot.make(folder.resolve("machine-" + i)).in(network.name(i));
      Shell.run("cp", Release.archive().toString(), machine.root() + "/root/");
      machines.add(machine);
    }
  }

  @AfterEach
  void end() throws Exception {
    servers.forEach(Chroot.Server::close);
    if (database != null) {
      database.close();
      network.remove();
    }
  }

  @Test
  void they_are_installed_opened_used_and_upgraded() throws Exception {
    Chroot first = machines.getFirst();
    run(first, block("Certificate and secrets", 0));
    for (int i = 0; i < MACHINES; i++) {
      run(machines.get(i), block("Installing", 0));
      configure(i);
    }
    assertThat(run(first, block("The tables", 0))).contains("Made the keyspace");
    for (Chroot machine : machines) {
      servers.add(serve(machine));
    }
    TimeUnit.SECONDS.sleep(SETTLED_SECONDS);
    assertThat(run(machines.get(1), block("Using them", 0)))
        .contains("198.51.100.1:8421", "198.51.100.2:8421", "198.51.100.3:8421")
        .contains("\"page\":\"Messina\"");

    packNext();
    for (int i = 0; i < MACHINES; i++) {
      Chroot machine = machines.get(i);
      Shell.run("cp", next().toString(), machine.root() + "/root/");
      run(machine, block("Upgrading", 0));
      servers.get(i).stop();
      servers.set(i, serve(machine));
      TimeUnit.SECONDS.sleep(SETTLED_SECONDS);
    }
    assertThat(run(machines.get(2), block("Upgrading", 1)))
        .contains(" shards have an owner that answers.")
        .contains("The store is written in format 1.")
        .contains("\"page\":\"Messina\"");
    for (Chroot.Server server : servers) {
      server.stop();
    }
  }

  /** What the page says of the options, and of the copies of the secrets. */
  private void configure(int machine) throws IOException, InterruptedException {
    Path settings = machines.get(machine).root().resolve(SETTINGS);
    Files.createDirectories(settings);
    if (machine > 0) {
      Path first = machines.getFirst().root().resolve(SETTINGS);
      for (String file : SECRETS) {
        Shell.run("cp", first.resolve(file).toString(), settings.toString());
      }
    }
    String options =
        found(OPTIONS, section("Installing"))
            .getFirst()
            .replace("replication=3", "replication=1")
            .replace("dc=datacenter1", "dc=" + CassandraForTests.shared().datacenter())
            .replace("/messina?", "/" + CassandraForTests.keyspace("messina_machines") + "?")
            .replace("198.51.100.1:8421", network.address(machine + 1) + ":8421");
    Files.writeString(settings.resolve("messina.yaml"), options);
  }

  /** A later version is the same in another folder. */
  private void packNext() throws IOException, InterruptedException {
    Shell.run(
        "tar",
        "-czf",
        next().toString(),
        "--transform",
        "s/^messina-" + Release.VERSION + "/messina-0.2.0/",
        "-C",
        machines.getFirst().root() + "/opt",
        "messina-" + Release.VERSION);
  }

  private Path next() {
    return folder.resolve("messina-0.2.0-linux-x64.tar.gz");
  }

  private static Chroot.Server serve(Chroot machine) throws IOException {
    String command = block("Starting", 0);
    return machine.serve("0:0", "/root", Map.of(), command.split(" "));
  }

  private static String run(Chroot machine, String commands)
      throws IOException, InterruptedException {
    return machine.run("bash", "-e", "-c", "cd /root\n" + commands);
  }

  private static String block(String section, int number) throws IOException {
    return found(COMMANDS, section(section))
        .get(number)
        .replace("messina-0.1.0", "messina-" + Release.VERSION);
  }

  private static String section(String beginning) throws IOException {
    String[] parts = Files.readString(PAGE).split("\n## " + Pattern.quote(beginning), 2);
    return parts[1].split("\n## ", 2)[0];
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }
}
