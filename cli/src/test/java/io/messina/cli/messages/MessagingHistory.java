package io.messina.cli.messages;

import io.messina.api.message.Channel;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
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

/** Sixty messages over three channels, during which something happens to the server. */
final class MessagingHistory {

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
        report -> !UNDER_WAY.contains(report.state()) && report.state() != MessageState.UNCERTAIN);
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
