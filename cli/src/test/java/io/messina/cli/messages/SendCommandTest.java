package io.messina.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.messina.api.message.Channel;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorProtocol;
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.protocol.SandboxOptions;
import io.messina.cli.ChildProcess;
import io.messina.cli.CommandRun;
import io.messina.cli.TestServer;
import io.messina.client.message.MessageSelection;
import io.messina.client.message.MessagesClient;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendCommandTest {

  private static final AtomicInteger CAMPAIGNS = new AtomicInteger();

  private static TestServer server;

  /** Each test has one of its own. */
  private final String campaign = "c" + CAMPAIGNS.incrementAndGet();

  @TempDir private Path folder;

  @BeforeAll
  static void start(@TempDir Path data) throws Exception {
    server = TestServer.start(data);
    MessagesClient messages = server.client().messages();
    messages.account("shop").create(AccountOptions.DEFAULT);
    messages
        .connector("trial")
        .create(ConnectorOptions.of(ConnectorProtocol.of(new SandboxOptions(Duration.ZERO))));
    messages
        .route("all-sms")
        .create(
            new RouteOptions(
                Channel.SMS, Optional.empty(), List.of(), Map.of("trial", 1), List.of()));
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private Path lines(int count) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(line(i, ""));
    }
    return Files.writeString(folder.resolve(campaign + ".ndjson"), text);
  }

  private String line(int number, String more) {
    return "{\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"+3906%08d\",\"campaign\":\"%s\","
            .formatted(number, campaign)
        + "\"content\":{\"text\":\"hello\"}"
        + more
        + "}\n";
  }

  /** To whom, each once. The list of messages is a moment behind their acceptance. */
  private Set<String> recipients(int messages) {
    long untilNanos = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    List<String> all = listed();
    while (all.size() < messages && System.nanoTime() < untilNanos) {
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      all = listed();
    }
    assertThat(all).hasSize(messages);
    return new HashSet<>(all);
  }

  private List<String> listed() {
    return server.client().messages().search(MessageSelection.ofCampaign("shop", campaign)).stream()
        .map(report -> report.events().get(0).recipient().to())
        .toList();
  }

  @Test
  void a_file_that_is_sent_again_is_accepted_once_by_the_keys_of_its_lines() throws Exception {
    Path file = lines(2_500);
    assertThat(server.said("messages", "send", file.toString()))
        .startsWith("2,500 messages in ")
        .contains("2,500 accepted, 0 were accepted before, 0 refused")
        .endsWith("2,500 had no key and got that of " + campaign + ".ndjson and their line");
    Files.writeString(file, Files.readString(file) + line(2_500, ",\"key\":\"mine\""));
    assertThat(server.said("messages", "send", file.toString(), "--json"))
        .contains("\"accepted\" : 1,", "\"repeated\" : 2500,", "\"keys_made\" : 2500,");
    assertThat(recipients(2_501)).hasSize(2_501);
  }

  @Test
  void a_line_that_has_changed_is_refused_and_named() throws Exception {
    Path file = Files.writeString(folder.resolve("a.ndjson"), line(1, "") + line(2, ""));
    server.said("messages", "send", file.toString());
    Files.writeString(file, line(1, "") + line(3, "") + line(4, ""));
    CommandRun run = server.run("messages", "send", file.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: line 2: ");
    assertThat(run.out()).contains("1 accepted, 1 were accepted before, 1 refused");
  }

  @Test
  void a_line_that_is_no_message_is_named_and_nothing_is_sent() throws Exception {
    Path file = folder.resolve("bad.ndjson");
    check(
        "line 2: chanel (expected: ",
        Files.writeString(file, line(1, "") + "{\"chanel\":\"sms\"}\n"));
    check("line 2: ", Files.writeString(file, line(1, "") + "17\n"));
    check("line 2: ", Files.writeString(file, line(1, "") + line(2, ",\"key\":17")));
    recipients(0);
  }

  private void check(String sentence, Path file) {
    CommandRun run = server.run("messages", "send", file.toString());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: " + sentence);
  }

  @Test
  void a_dry_run_tells_what_is_wrong_and_sends_nothing() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("dry.ndjson"), line(1, "") + line(2, "").replace("+3906", "nobody"));
    CommandRun run = server.run("messages", "send", file.toString(), "--dry-run");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.out()).contains(": 1 would be accepted, 1 refused");
    assertThat(run.err()).hasLineCount(1).startsWith("messina: line 2: to: ");
    recipients(0);
  }

  @Test
  void a_file_may_be_packed_by_zstd() throws Exception {
    Path packed = folder.resolve("packed.zst");
    byte[] text = (line(1, "") + line(2, "")).getBytes(StandardCharsets.UTF_8);
    Files.write(packed, Zstd.compress(text));
    assertThat(server.said("messages", "send", packed.toString())).contains("2 accepted");
  }

  @Test
  @FullBuild("a file that is sent again is accepted once")
  void a_send_that_is_killed_in_mid_file_and_run_again_sends_each_message_once() throws Exception {
    Path file = lines(12_000);
    String[] send = {"messages", "send", file.toString(), "--url", server.url()};
    MessageSelection one = MessageSelection.ofCampaign("shop", campaign);
    try (ChildProcess first = ChildProcess.start(folder, send)) {
      first.awaitThat(
          () -> !server.client().messages().page(one, Optional.empty()).messages().isEmpty());
      first.kill();
    }
    try (ChildProcess second = ChildProcess.start(folder, send)) {
      assertThat(second.awaitExit(Duration.ofMinutes(2))).as(second.err()).isZero();
    }
    assertThat(recipients(12_000)).hasSize(12_000);
  }

  @Test
  void standard_input_needs_a_name_or_keys() throws Exception {
    Path file = Files.writeString(folder.resolve("in"), line(1, ""));
    CommandRun none = CommandRun.reading(file, "messages send - --url", server.url());
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("line 1: no key (expected: ");
    recipients(0);
  }
}
