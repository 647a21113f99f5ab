package io.messina.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.test.rules.FullBuild;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each example prints what it says; those of a killed process run as a reader would run them. */
@SuppressWarnings("NullAway.Init")
class ExamplesTest {

  /** The main method of an example. */
  private interface Example {

    void main(String[] arguments) throws Exception;
  }

  @TempDir private static Path folder;
  @AutoClose private static Node server;

  @BeforeAll
  static void start() throws InterruptedException {
    Map<String, String> flags = Map.of("--port", "0", "--data", folder.resolve("data").toString());
    server = Node.start(Configuration.read(folder, Map.of(), flags));
    assertThat(server.awaitReady(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void append_and_follow() throws Exception {
    assertThat(output(AppendAndFollow::main))
        .contains("appended 6, durable now", "sent again: 6 were there already")
        .containsSubsequence("ada: click 0", "ada: click 2", "ada: click 5")
        .containsSubsequence("bob: click 1", "bob: click 4");
  }

  @Test
  void what_was_not_done_when_a_process_was_killed_is_handed_out_again() throws Exception {
    assertThat(outputOfProcess(ClaimAfterCrash.class))
        .contains("the first process ended with 137", "second process: billed order 3, attempt 1")
        .noneMatch(line -> line.equals("first process: billed order 3"));
  }

  @Test
  @FullBuild("a killed process whose work is handed out again")
  void what_may_have_been_sent_is_not_handed_out_again() throws Exception {
    assertThat(outputOfProcess(AtMostOnce.class))
        .containsSubsequence(
            "paying for order 1",
            "the process ended with 137",
            "handed out again: 0",
            "dead letter: order 1, uncertain");
  }

  @Test
  void dead_letters_are_redriven() throws Exception {
    assertThat(output(DeadLetterRedrive::main))
        .containsSubsequence(
            "dead letter: order 2, no address", "shipped order 2", "dead letters left: 0")
        .contains("mended, redriven: 1")
        .containsOnlyOnce("shipped order 1");
  }

  @Test
  void a_program_keeps_a_state_of_its_own_making_for_each_key() throws Exception {
    assertThat(output(ClickProfiles::main))
        .containsExactly(
            "user-7 has seen page-1 page-2 page-0", "every click by a write of its own: false");
  }

  @Test
  void a_list_is_fed_from_a_stream_and_read_by_a_client() throws Exception {
    assertThat(output(RecentPages::main, server.baseUrl()))
        .containsExactly(
            "anna: Charybdis, Scylla",
            "bob: Strait of Messina, Scylla",
            "removed of anna: 1",
            "anna: Scylla, Strait of Messina",
            "bob: Strait of Messina, Scylla");
  }

  @Test
  void a_worker_scores_what_it_claims_and_ends_in_time() throws Exception {
    assertThat(output(ScoringWorker::main, server.baseUrl()))
        .containsExactly("all scored: true", "ended in time: true");
  }

  private static List<String> output(Example example, String... arguments) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(captured);
      example.main(arguments);
    } finally {
      System.setOut(out);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static List<String> outputOfProcess(Class<?> example)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                example.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
