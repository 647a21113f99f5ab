package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.cli.ChildProcess;
import io.messina.cli.CommandRun;
import io.messina.server.config.Option;
import io.messina.server.config.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MachineCommandsTest {

  @TempDir private Path folder;

  @Test
  void config_tells_value_source_unit_and_bounds_of_every_option() {
    CommandRun run = CommandRun.of("config --json --port 1234");
    JsonNode options = JsonMapper.shared().readTree(run.out()).required("options");
    assertThat(options.valueStream().map(each -> each.required("option").stringValue()))
        .containsExactlyElementsOf(Options.ALL.stream().map(Option::name).toList());
    assertThat(options.required(1))
        .hasToString(
            "{\"option\":\"port\",\"value\":\"1234\",\"source\":\"--port\",\"unit\":\"number\","
                + "\"expected\":\"a whole number from 0 to 65535\"}");
    assertThat(CommandRun.of("config").out()).containsPattern("drain-max +10s +default +duration");
  }

  @Test
  void a_file_is_read_where_it_is_named() throws IOException {
    Path file = Files.writeString(folder.resolve("other.yaml"), "port: 77\n");
    assertThat(CommandRun.of("config --config", file.toString()).out())
        .containsPattern("port +77 +.*other.yaml, line 1: port");
  }

  @Test
  void doctor_finds_nothing_wrong_with_a_new_folder() {
    CommandRun run = CommandRun.of("doctor --port 0 --data", folder.toString());
    assertThat(run.exitCode()).as(run.out()).isZero();
    assertThat(run.out()).contains("java", "port", "disk", "is empty", "clock");
  }

  @Test
  void doctor_tells_of_a_folder_that_cannot_be_made_and_leaves_nothing_behind() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "/proc: none on this machine");
    CommandRun run = CommandRun.of("doctor --port 0 --data /proc/nope");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).containsPattern("wrong +store +/proc/nope cannot be made");
    Path data = folder.resolve("new/data");
    assertThat(CommandRun.of("doctor --port 0 --data", data.toString()).exitCode()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void doctor_tells_of_each_option_that_a_server_would_refuse() throws IOException {
    String none = folder.resolve("none/x").toString();
    for (String flags :
        List.of(
            "--ready-file " + none,
            "--auth tokens --admin-token-file " + none,
            "--tls-certificate %s --tls-key %s".formatted(none, none),
            "--host 0.0.0.0",
            "--secrets " + none,
            "--roles owner",
            "--decompressed-max 64MiB --bodies-max 1MiB")) {
      CommandRun run =
          CommandRun.of("doctor --port 0 --data " + folder.resolve("data") + " " + flags);
      assertThat(run.exitCode()).as(flags).isEqualTo(1);
      assertThat(run.out()).containsOnlyOnce("wrong  ").contains("(expected: ");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void doctor_tells_of_a_port_that_is_taken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      CommandRun run = CommandRun.of("doctor --port", port, "--data", folder.toString());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).containsPattern("wrong +port +" + port).contains("--port");
    }
  }

  @Test
  void doctor_tells_of_a_folder_with_other_files() throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "Dear Scylla");
    CommandRun run = CommandRun.of("doctor --port 0 --data", folder.toString(), "--json");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("not a Messina data folder", "\"result\" : \"wrong\"");
    assertThat(folder.resolve("letter.txt")).exists();
  }

  @Test
  void doctor_tells_who_holds_the_store_and_takes_nothing_from_it() throws Exception {
    try (ChildProcess server = ChildProcess.serve(folder, 0)) {
      String data = folder.resolve("data").toString();
      for (int look = 0; look < 2; look++) {
        CommandRun run = CommandRun.of("doctor --port 0 --data", data);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
            .containsPattern("wrong +store +.* is in use by process " + server.pid() + " \\(.*java")
            .containsPattern("of this machine, running since 20\\d\\d-")
            .contains("Stop it (kill " + server.pid() + ")");
      }
      assertThat(CommandRun.of("stream list --url", server.url()).exitCode()).isZero();
      server.kill();
      assertThat(CommandRun.of("doctor --port 0 --data", data).exitCode()).isZero();
    }
  }

  @Test
  void doctor_tells_of_a_clock_behind_the_store() throws IOException {
    Path format = Files.writeString(folder.resolve("FORMAT"), "messina-store 1\n");
    Instant later = Instant.now().plusSeconds(3600);
    Files.setLastModifiedTime(format, FileTime.from(later));
    assertThat(CommandRun.of("doctor --port 0 --data", folder.toString()).out())
        .containsPattern("warning +clock")
        .contains("messina-store 1", "NTP");
  }
}
