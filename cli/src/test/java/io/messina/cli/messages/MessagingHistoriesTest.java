package io.messina.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.test.rules.FullBuild;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Campaigns over SMTP, SMPP and HTTP by a server that is killed and paused and whose connections
 * are cut: no provider gets a message twice, none is lost without being told, and what is billed is
 * what the providers have in their ledgers. {@code messina.test.histories} says how many there are.
 */
@Timeout(3_600)
class MessagingHistoriesTest {

  private static final int HISTORIES = Integer.getInteger("messina.test.histories", 10);
  private static final long SEED = Long.getLong("messina.test.seed", 20_150_912);
  private static final int TOGETHER = 10;
  private static final long LOOK_MILLIS = 200;

  @TempDir private Path folder;

  @Test
  @FullBuild("ServeCommandTest kills a server once, and module messaging simulates the rest")
  void nothing_is_sent_twice_or_lost_and_all_that_is_taken_is_billed() throws Exception {
    int uncertain = 0;
    try (Providers providers = new Providers();
        MessagingServer server = new MessagingServer(folder, providers)) {
      for (int from = 0; from < HISTORIES; from += TOGETHER) {
        List<MessagingHistory> histories = new ArrayList<>();
        for (int number = from; number < Math.min(HISTORIES, from + TOGETHER); number++) {
          MessagingHistory history = new MessagingHistory(server, providers, number, SEED);
          MessagingHistory.Mishap[] mishaps = MessagingHistory.Mishap.values();
          history.run(mishaps[number % mishaps.length]);
          histories.add(history);
        }
        for (MessagingHistory history : histories) {
          uncertain += history.resolve();
          assertThat(history.wrong()).as("seed " + SEED).isEmpty();
        }
        assertBilled(server, providers);
      }
      System.out.printf("%d histories, %d messages resolved by hand%n", HISTORIES, uncertain);
    }
    assertThat(uncertain).as("messages of which nobody knew").isPositive();
  }

  private static void assertBilled(MessagingServer server, Providers providers) throws Exception {
    Map<String, Long> taken =
        providers.ledgers().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> (long) each.getValue().size()));
    for (int looks = 0; looks < 150 && !server.usage().equals(taken); looks++) {
      Thread.sleep(LOOK_MILLIS);
    }
    assertThat(server.usage()).isEqualTo(taken);
  }

  @Test
  void a_message_that_is_lost_or_doubled_is_found() {
    Map<String, MessageReport> sent = Map.of("ada", report(MessageState.SENT));
    assertThat(Judgement.wrong(List.of("ada"), sent, Map.of("ada", 1))).isEmpty();
    assertThat(Judgement.wrong(List.of("ada"), sent, Map.of("ada", 2)).getFirst())
        .startsWith("ada: doubled");
    assertThat(Judgement.wrong(List.of("ada"), sent, Map.of()).getFirst()).startsWith("ada: lost");
    assertThat(Judgement.wrong(List.of("ada"), Map.of(), Map.of()).getFirst())
        .startsWith("ada: lost");
    Map<String, MessageReport> failed = Map.of("ada", report(MessageState.FAILED));
    assertThat(Judgement.wrong(List.of("ada"), failed, Map.of("ada", 1)).getFirst())
        .startsWith("ada: taken");
  }

  private static MessageReport report(MessageState state) {
    return new MessageReport("m1", state, List.of());
  }
}
