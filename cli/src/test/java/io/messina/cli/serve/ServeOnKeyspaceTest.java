package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraForTests;
import io.messina.cli.ChildProcess;
import io.messina.cli.CommandRun;
import io.messina.cli.StoredLines;
import io.messina.cli.TestStore;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers in processes of their own on one keyspace, which are killed and paused. */
@FullBuild("ReadmeTest and the tests of module server have a server on a keyspace in their process")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class ServeOnKeyspaceTest {

  private static final String KEYSPACE = CassandraForTests.keyspace("messina_serve");
  private static final int LINES = 4_000;

  private static String store;

  @TempDir private Path folder;

  @BeforeAll
  static void make_keyspace() {
    store = TestStore.url(KEYSPACE);
  }

  @Test
  void nothing_is_lost_or_doubled_by_a_server_that_is_killed_in_mid_load() throws Exception {
    Path file = StoredLines.write(folder, LINES);
    try (ChildProcess first = serve(0)) {
      String url = first.url();
      assertThat(CommandRun.of("stream create lines --shards 4 --url", url).exitCode()).isZero();
      try (ChildProcess load =
          ChildProcess.start(
              folder,
              "load",
              file.toString(),
              "--stream",
              "lines",
              "--batch",
              "10",
              "--url",
              url)) {
        load.awaitThat(() -> StoredLines.isBegun(url, "lines"));
        first.kill();
        assertThat(load.isAlive()).as("in mid load").isTrue();
        try (ChildProcess second = serve(first.port())) {
          assertThat(load.awaitExit(Duration.ofMinutes(2))).as(load.err()).isZero();
          assertThat(StoredLines.all(url, "lines"))
              .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
          assertThat(second.terminate()).isZero();
        }
      }
    }
  }

  @Test
  void a_server_that_is_paused_holds_nobody_up_for_longer_than_its_lease_and_comes_back()
      throws Exception {
    try (ChildProcess first = serve(0);
        ChildProcess second = serve(0)) {
      assertThat(CommandRun.of("stream create paused --shards 8 --url", first.url()).exitCode())
          .isZero();
      signal(first, "STOP");
      Path file = StoredLines.write(folder, LINES);
      assertThat(CommandRun.of("load " + file + " --stream paused --url", second.url()).exitCode())
          .isZero();
      signal(first, "CONT");
      first.awaitThat(() -> ready(first) == 200);
      assertThat(StoredLines.all(first.url(), "paused"))
          .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
      assertThat(second.terminate()).isZero();
      assertThat(first.terminate()).isZero();
    }
  }

  private ChildProcess serve(int port) throws Exception {
    ChildProcess server =
        ChildProcess.start(folder, "serve --store", store, "--port", Integer.toString(port));
    server.awaitOutput(text -> text.contains("\n"));
    return server;
  }

  private static int ready(ChildProcess server) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(server.url() + "/health/ready")).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void signal(ChildProcess server, String name) throws Exception {
    assertThat(
            new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())).start().waitFor())
        .isZero();
  }
}
