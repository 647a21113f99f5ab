package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.ChildProcess;
import io.messina.cli.CommandRun;
import io.messina.cli.RunningCommand;
import io.messina.cli.StoredLines;
import io.messina.server.config.Options;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ServeCommandTest {

  private static final int LINES = 4_000;
  private static final int MESSAGES = 200;

  @TempDir private Path folder;

  @Test
  void it_prints_its_url_is_asked_there_and_ends_by_sigterm_with_exit_code_0() throws Exception {
    Path ready = folder.resolve("ready");
    try (ChildProcess server =
        ChildProcess.start(folder, "serve --port 0 --data here --ready-file", ready.toString())) {
      server.awaitOutput(text -> text.contains("\n"));
      assertThat(server.url()).matches("http://127\\.0\\.0\\.1:\\d+");
      assertThat(ready).hasContent(server.url());
      try (ChildProcess list =
          ChildProcess.start(folder, Map.of("MESSINA_URL", server.url()), "stream list")) {
        assertThat(list.awaitExit(Duration.ofMinutes(1))).as(list.err()).isZero();
        assertThat(list.out()).isEqualToNormalizingNewlines("There are no streams.\n");
      }
      assertThat(server.terminate()).isZero();
      assertThat(server.err()).isEmpty();
      assertThat(ready).doesNotExist();
      assertThat(folder.resolve("here/FORMAT")).exists();
    }
  }

  @Test
  void requests_are_logged_without_their_queries() throws Exception {
    Path requests = folder.resolve("requests.log");
    try (ChildProcess server =
        ChildProcess.serve(
            folder, 0, "--log-format", "json", "--access-log", requests.toString())) {
      for (String path : List.of("/v1/streams?limit=1", "/v1/unsubscribe/m1?token=hidden")) {
        var _ = get(server.url() + path);
      }
      server.awaitThat(() -> Files.readAllLines(requests).size() == 2);
      List<JsonNode> lines =
          Files.readAllLines(requests).stream().map(JsonMapper.shared()::readTree).toList();
      assertThat(lines.getFirst().get("formattedMessage").stringValue())
          .matches("127\\.0\\.0\\.1 \"GET /v1/streams\" 200 listStreams [0-9.]+ms");
      assertThat(lines.getFirst().get("kvpList").toString())
          .contains("{\"path\":\"/v1/streams\"}", "{\"status\":\"200\"}");
      assertThat(lines.getLast().toString()).contains("\"path\":\"/v1/unsubscribe/m1\"");
      assertThat(Files.readString(requests)).doesNotContain("hidden", "limit");
      assertThat(server.terminate()).isZero();
      assertThat(server.err()).isEmpty();
    }
  }

  @Test
  void one_that_nobody_can_use_says_how_to_make_a_first_token() throws Exception {
    try (ChildProcess server = ChildProcess.serve(folder, 0, "--auth", "tokens")) {
      // Which it says a moment after it is ready.
      server.awaitThat(() -> !server.err().isEmpty());
      assertThat(server.err())
          .containsOnlyOnce("Nobody can use this server: ")
          .contains("--admin-token-file FILE", "messina token create NAME");
    }
    Path token = folder.resolve("admin.token");
    try (ChildProcess server =
        ChildProcess.serve(folder, 0, "--auth", "tokens", "--admin-token-file", token.toString())) {
      assertThat(server.err()).isEmpty();
      said("token create shop --scope admin --token-file", token.toString(), "--url", server.url());
    }
    try (ChildProcess server = ChildProcess.serve(folder, 0, "--auth", "tokens")) {
      assertThat(server.err()).isEmpty();
    }
  }

  @Test
  void a_file_of_requests_that_cannot_be_written_is_refused() throws Exception {
    Path folderOfFile = Files.createDirectory(folder.resolve("taken"));
    try (ChildProcess server =
        ChildProcess.start(folder, "serve --port 0 --access-log", folderOfFile.toString())) {
      assertThat(server.awaitExit(Duration.ofMinutes(1))).isEqualTo(2);
      assertThat(server.err())
          .contains("access-log: ")
          .contains("(expected: a file that can be written");
    }
  }

  @Test
  void requests_that_a_full_disk_does_not_take_are_told() throws Exception {
    try (ChildProcess server = ChildProcess.serve(folder, 0, "--access-log", "/dev/full")) {
      assertThat(get(server.url() + "/health/live")).isEqualTo(200);
      server.awaitThat(() -> server.err().contains("access-log: /dev/full cannot be written"));
    }
  }

  private static int get(String url) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(url)).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void nothing_is_lost_or_doubled_by_a_server_that_is_killed_in_mid_load() throws Exception {
    check(ChildProcess::kill);
  }

  @Test
  @FullBuild("a server that is killed, which has less time than one that ends")
  void nothing_is_lost_or_doubled_by_a_server_that_ends_in_mid_load() throws Exception {
    check(server -> assertThat(server.terminate()).isZero());
  }

  /**
   * The server ends while a load goes on, what is loaded is counted and messages are sent, and
   * starts again.
   */
  private void check(End end) throws Exception {
    Path file = StoredLines.write(folder, LINES);
    ChildProcess first = ChildProcess.serve(folder, 0);
    String url = first.url();
    said("stream create lines --shards 4 --url", url);
    said(
        "aggregate create lines --stream lines --kind count --group-by /user --window 1d --url",
        url);
    send(url);
    try (RunningCommand load =
        RunningCommand.start(
            "load", file.toString(), "--stream", "lines", "--batch", "10", "--url", url)) {
      first.awaitThat(() -> StoredLines.isBegun(url, "lines"));
      end.of(first);
      assertThat(load.isAlive()).as("in mid load").isTrue();
      try (ChildProcess second = ChildProcess.serve(folder, first.port())) {
        assertThat(load.awaitExit()).as(load.err()).isZero();
        assertThat(StoredLines.all(url, "lines"))
            .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
        second.awaitThat(() -> counted(url) >= LINES);
        assertThat(counted(url)).isEqualTo(LINES);
        second.awaitThat(() -> sent(url) >= MESSAGES);
        assertThat(sent(url)).isEqualTo(MESSAGES);
        assertThat(second.terminate()).isZero();
      }
    }
  }

  private static int counted(String url) {
    return JsonMapper.shared()
        .readTree(said("aggregate rows lines --json --url", url))
        .required("rows")
        .valueStream()
        .mapToInt(row -> row.required("value").intValue())
        .sum();
  }

  private void send(String url) throws IOException {
    said("accounts put shop --url", url);
    Path trial =
        Files.writeString(folder.resolve("trial.json"), "{\"sandbox\":{},\"timeout\":\"1s\"}");
    said("connectors put trial", trial.toString(), "--url", url);
    Path route =
        Files.writeString(
            folder.resolve("sms.json"), "{\"channel\":\"sms\",\"weights\":{\"trial\":1}}");
    said("routes put sms", route.toString(), "--url", url);
    Path messages =
        Files.write(
            folder.resolve("messages.ndjson"),
            IntStream.range(0, MESSAGES)
                .mapToObj(
                    number ->
                        """
                        {"account":"shop","channel":"sms","to":"+3906%08d","campaign":"spring",\
                        "content":{"text":"hello"}}\
                        """
                            .formatted(number))
                .toList());
    said("messages send", messages.toString(), "--url", url);
  }

  /** Those that went out when the server was killed are uncertain. */
  private static int sent(String url) {
    JsonNode totals =
        JsonMapper.shared()
            .readTree(said("messages campaign shop spring --json --url", url))
            .required("totals");
    return totals.path("sent").intValue(0) + totals.path("uncertain").intValue(0);
  }

  private static String said(String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void a_port_that_is_taken_is_told_in_one_sentence() throws Exception {
    Path data = folder.resolve("d");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandRun server =
          CommandRun.of(
              "serve --port", Integer.toString(taken.getLocalPort()), "--data", data.toString());
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.err())
          .hasLineCount(1)
          .startsWith("messina: port " + taken.getLocalPort())
          .contains("--port");
      assertThat(data).doesNotExist();
    }
  }

  @Test
  void a_ready_file_that_cannot_be_written_is_a_wrong_call_that_changes_nothing() {
    Path data = folder.resolve("d");
    CommandRun run =
        CommandRun.of(
            "serve --port 0 --ready-file",
            folder.resolve("none/x").toString(),
            "--data",
            data.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: ready-file: ");
    assertThat(data).doesNotExist();
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

  /** How a server ends. */
  private interface End {
    void of(ChildProcess server) throws Exception;
  }
}
