package io.messina.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.Channel;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.test.rules.FullBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  /** Sixty messages over three channels, during which something happens to the server. */
  static final class MessagingHistory {

    private static final Set<MessageState> UNDER_WAY =
        EnumSet.of(MessageState.ACCEPTED, MessageState.ROUTED);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK_MILLIS = 200;
    private static final int MOST_MILLIS = 600;

    private final MessagingServer server;
    private final Providers providers;
    private final Recipients recipients;
    private final SplittableRandom random;

    /** What happens to the server. */
    enum Mishap {
      KILL,
      PAUSE,
      CUT
    }

    MessagingHistory(MessagingServer server, Providers providers, int number, long seed) {
      this.server = server;
      this.providers = providers;
      this.recipients = new Recipients(number);
      this.random = new SplittableRandom(seed + number);
    }

    /** Has all accepted while something happens; returns once no message is under way. */
    void run(Mishap mishap) throws Exception {
      providers.script(random, recipients);
      CompletableFuture<Void> accepting =
          CompletableFuture.runAsync(this::accept, task -> Thread.ofVirtual().start(task));
      Thread.sleep(random.nextInt(MOST_MILLIS));
      switch (mishap) {
        case KILL -> server.kill();
        case PAUSE -> server.pause(Duration.ofMillis(500 + random.nextInt(4_000)));
        case CUT -> {
          providers.cut();
          Thread.sleep(random.nextInt(MOST_MILLIS));
          providers.cut();
        }
      }
      accepting.join();
      await(report -> !UNDER_WAY.contains(report.state()));
    }

    private void accept() {
      try {
        for (String page : recipients.pages()) {
          server.accept(page);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Resolves what is uncertain, as somebody would who reads the ledgers. Returns how many. */
    int resolve() throws Exception {
      List<MessageReport> uncertain =
          server.reports(recipients.campaign()).stream()
              .filter(report -> report.state() == MessageState.UNCERTAIN)
              .filter(report -> channel(report) != Channel.WHATSAPP)
              .toList();
      for (MessageReport report : uncertain) {
        long untilNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!server.resolve(report.message(), isTaken(report) ? "sent" : "refused")) {
          if (System.nanoTime() > untilNanos) {
            throw new AssertionError("cannot be resolved: " + report);
          }
          Thread.sleep(LOOK_MILLIS);
        }
      }
      await(
          report ->
              !UNDER_WAY.contains(report.state()) && report.state() != MessageState.UNCERTAIN);
      return uncertain.size();
    }

    private boolean isTaken(MessageReport report) {
      return ledger(channel(report)).containsKey(to(report));
    }

    /** What is wrong, once all is resolved. */
    List<String> wrong() throws Exception {
      Map<String, MessageReport> reports =
          server.reports(recipients.campaign()).stream()
              .collect(Collectors.toMap(MessagingHistory::to, Function.identity()));
      List<String> wrong = new ArrayList<>();
      for (Channel channel : Providers.CHANNELS.values()) {
        List<String> asked =
            IntStream.range(0, Recipients.OF_A_CHANNEL)
                .mapToObj(number -> recipients.to(channel, number))
                .toList();
        wrong.addAll(Judgement.wrong(asked, reports, ledger(channel)));
      }
      return wrong;
    }

    private Map<String, Integer> ledger(Channel channel) {
      return Providers.CHANNELS.entrySet().stream()
          .filter(each -> each.getValue() == channel)
          .map(each -> providers.ledgers().getOrDefault(each.getKey(), Map.of()))
          .findFirst()
          .orElseThrow();
    }

    private static Channel channel(MessageReport report) {
      return report.events().getFirst().recipient().channel();
    }

    private static String to(MessageReport report) {
      return report.events().getFirst().recipient().to();
    }

    private void await(Predicate<MessageReport> isSo) throws Exception {
      int all = Providers.CHANNELS.size() * Recipients.OF_A_CHANNEL;
      long untilNanos = System.nanoTime() + PATIENCE.toNanos();
      List<MessageReport> reports = server.reports(recipients.campaign());
      while (reports.size() < all || !reports.stream().allMatch(isSo)) {
        if (System.nanoTime() > untilNanos) {
          throw new AssertionError(
              recipients.campaign()
                  + ": "
                  + reports.size()
                  + " known, among them "
                  + reports.stream().filter(isSo.negate()).limit(3).toList());
        }
        Thread.sleep(LOOK_MILLIS);
        reports = server.reports(recipients.campaign());
      }
    }
  }
}
