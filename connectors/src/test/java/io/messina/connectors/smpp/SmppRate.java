package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppLimits;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.Content;
import io.messina.connectors.Inbox;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Secret;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Prints how many messages a second pass through one bind to a scripted message centre in the same
 * process. To be run by hand: arguments are the count of messages of a round, and how many callers
 * send at a time.
 */
public final class SmppRate {

  private static final int ROUNDS = 5;

  private SmppRate() {}

  /** Runs five rounds, of which the first warms up. */
  public static void main(String[] arguments) throws InterruptedException {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50_000;
    int callers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    try (ScriptedSmsc smsc = ScriptedSmsc.start();
        SmppConnector connector =
            new SmppConnector(
                SmppOptions.of("127.0.0.1", smsc.port(), "shop", "env:SMSC")
                    .limits(new SmppLimits(callers, Duration.ofMinutes(1), Duration.ofSeconds(30))),
                reference -> new Secret("secret"),
                new Inbox(_ -> {}, _ -> {}),
                new SystemConnectorTime(),
                new SplittableRandom(1))) {
      connector.awaitBound(Duration.ofSeconds(10));
      for (int round = 0; round < ROUNDS; round++) {
        System.out.printf("%,d messages/s%n", round(connector, count, callers));
      }
      System.out.printf("%,d accepted by the message centre%n", smsc.ledger().size());
    }
    System.exit(0);
  }

  private static long round(SmppConnector connector, int count, int callers)
      throws InterruptedException {
    Semaphore slots = new Semaphore(callers);
    LongAdder accepted = new LongAdder();
    long begin = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        OutgoingMessage message = message("m" + i);
        slots.acquire();
        threads.execute(
            () -> {
              if (connector.send(message, Duration.ofSeconds(30)) instanceof SendResult.Accepted) {
                accepted.increment();
              }
              slots.release();
            });
      }
    }
    long nanos = System.nanoTime() - begin;
    if (accepted.sum() != count) {
      throw new IllegalStateException(accepted + " of " + count + " were accepted");
    }
    return count * 1_000_000_000L / nanos;
  }

  private static OutgoingMessage message(String id) {
    return new OutgoingMessage(
        id,
        Optional.empty(),
        "+393331234567",
        new Content.Text("Your parcel arrives today between 10 and 12"),
        Map.of(),
        Optional.empty());
  }
}
