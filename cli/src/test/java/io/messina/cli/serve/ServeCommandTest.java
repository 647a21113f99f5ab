package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.ChildProcess;
import io.messina.cli.CommandRun;
import io.messina.cli.StoredLines;
import io.messina.server.config.Options;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {

  private static final int LINES = 4_000;

  @TempDir private Path folder;

  @Test
  void it_prints_its_url_and_ends_by_sigterm_with_exit_code_0() throws Exception {
    Path ready = folder.resolve("ready");
    try (ChildProcess server =
        ChildProcess.start(folder, "serve --port 0 --data here --ready-file", ready.toString())) {
      server.awaitOutput(text -> text.contains("\n"));
      assertThat(server.url()).matches("http://127\\.0\\.0\\.1:\\d+");
      assertThat(ready).hasContent(server.url());
      assertThat(CommandRun.of("stream list --url", server.url()).out())
          .isEqualToNormalizingNewlines("There are no streams.\n");
      assertThat(server.terminate()).isZero();
      assertThat(server.err()).isEmpty();
      assertThat(ready).doesNotExist();
      assertThat(folder.resolve("here/FORMAT")).exists();
    }
  }

  /** SIGTERM, and SIGKILL, while a load goes on, and the server starts again. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothing_is_lost_or_doubled_by_a_server_that_ends_in_mid_load(boolean gracefully)
      throws Exception {
    Path file = StoredLines.write(folder, LINES);
    ChildProcess first = ChildProcess.serve(folder, 0);
    String url = first.url();
    assertThat(CommandRun.of("stream create lines --shards 4 --url", url).exitCode()).isZero();
    try (ChildProcess load =
        ChildProcess.start(
            folder, "load", file.toString(), "--stream", "lines", "--batch", "10", "--url", url)) {
      load.awaitThat(() -> StoredLines.isBegun(url, "lines"));
      end(first, gracefully);
      assertThat(load.isAlive()).as("in mid load").isTrue();
      try (ChildProcess second = ChildProcess.serve(folder, first.port())) {
        assertThat(load.awaitExit(Duration.ofMinutes(2))).as(load.err()).isZero();
        assertThat(StoredLines.all(url, "lines"))
            .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
        assertThat(second.terminate()).isZero();
      }
    }
  }

  @Test
  void a_port_that_is_taken_is_told_in_one_sentence() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ChildProcess server =
            ChildProcess.start(
                folder, "serve --data d --port", Integer.toString(taken.getLocalPort()))) {
      assertThat(server.awaitExit(Duration.ofMinutes(1))).isEqualTo(1);
      assertThat(server.err())
          .hasLineCount(1)
          .startsWith("messina: port " + taken.getLocalPort())
          .contains("--port");
      assertThat(folder.resolve("d")).doesNotExist();
    }
  }

  @Test
  void a_wrong_value_is_a_wrong_call() {
    CommandRun run = CommandRun.of("serve --port 99999");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            "messina: --port: 99999 (expected: a whole number from 0 to 65535)\n");
  }

  @Test
  void help_has_a_flag_for_every_option_of_a_server_but_passwords() {
    String help = CommandRun.of("serve --help").out();
    Options.ALL.forEach(
        option ->
            assertThat(help.contains(option.flag() + "="))
                .as(option.name())
                .isNotEqualTo(option.isSecret()));
  }

  private static void end(ChildProcess server, boolean gracefully) throws InterruptedException {
    if (gracefully) {
      assertThat(server.terminate()).isZero();
    } else {
      server.kill();
    }
  }
}
