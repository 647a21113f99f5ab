package io.messina.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each example runs as a process of its own, as a reader would run it, and prints what it says. */
class ExamplesTest {

  @Test
  void append_and_follow() throws Exception {
    assertThat(output(AppendAndFollow.class))
        .contains("appended 6, durable now", "sent again: 6 were there already")
        .containsSubsequence("ada: click 0", "ada: click 2", "ada: click 5")
        .containsSubsequence("bob: click 1", "bob: click 4");
  }

  @Test
  void what_was_not_done_when_a_process_was_killed_is_handed_out_again() throws Exception {
    assertThat(output(ClaimAfterCrash.class))
        .contains("the first process ended with 137", "second process: billed order 3, attempt 1")
        .noneMatch(line -> line.equals("first process: billed order 3"));
  }

  @Test
  void what_may_have_been_sent_is_not_handed_out_again() throws Exception {
    assertThat(output(AtMostOnce.class))
        .containsSubsequence(
            "paying for order 1",
            "the process ended with 137",
            "handed out again: 0",
            "dead letter: order 1, uncertain");
  }

  @Test
  void dead_letters_are_redriven() throws Exception {
    assertThat(output(DeadLetterRedrive.class))
        .containsSubsequence(
            "dead letter: order 2, no address", "shipped order 2", "dead letters left: 0")
        .contains("mended, redriven: 1")
        .containsOnlyOnce("shipped order 1");
  }

  @Test
  void a_program_keeps_a_state_of_its_own_making_for_each_key() throws Exception {
    assertThat(output(ClickProfiles.class))
        .containsExactly(
            "user-7 has seen page-1 page-2 page-0", "every click by a write of its own: false");
  }

  @Test
  void a_list_is_fed_from_a_stream_and_read_by_a_client(@TempDir Path folder) throws Exception {
    try (Node server = start(folder)) {
      assertThat(output(RecentPages.class, server.baseUrl()))
          .containsExactly(
              "anna: Charybdis, Scylla",
              "bob: Strait of Messina, Scylla",
              "removed of anna: 1",
              "anna: Scylla, Strait of Messina",
              "bob: Strait of Messina, Scylla");
    }
  }

  @Test
  void a_worker_scores_what_it_claims_and_ends_in_time(@TempDir Path folder) throws Exception {
    try (Node server = start(folder)) {
      assertThat(output(ScoringWorker.class, server.baseUrl()))
          .containsExactly("all scored: true", "ended in time: true");
    }
  }

  private static Node start(Path folder) throws Exception {
    Map<String, String> flags = Map.of("--port", "0", "--data", folder.resolve("data").toString());
    Node server = Node.start(Configuration.read(folder, Map.of(), flags));
    assertThat(server.awaitReady(Duration.ofMinutes(1))).isTrue();
    return server;
  }

  private static List<String> output(Class<?> example, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                example.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
