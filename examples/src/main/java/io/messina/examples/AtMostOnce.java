package io.messina.examples;

import io.messina.api.ClaimOptions;
import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.DeadEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Sends things that must not be sent twice, in a process that is killed while it sends one: it
 * cannot be known whether that one was sent, so it is not handed out again, but waits among the
 * dead letters for a person.
 */
public final class AtMostOnce {

  private static final GroupOptions OPTIONS =
      GroupOptions.DEFAULT.lease(Duration.ofSeconds(1)).delivery(Delivery.AT_MOST_ONCE);

  private AtMostOnce() {}

  /**
   * Runs the example, or the process in it that is killed.
   *
   * @param arguments none; or the folder of the store for the process that dies
   * @throws IOException where there is no room for a store
   * @throws InterruptedException where it is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length > 0) {
      sendUntilKilled(Path.of(arguments[0]));
      return;
    }
    Path folder = Files.createTempDirectory("messina-example");
    try (ExampleStore example = ExampleStore.in(folder)) {
      example.stream("payments").append(ExampleStore.orders(1));
    }
    System.out.println("the process ended with " + OtherProcess.run(AtMostOnce.class, folder));
    try (ExampleStore example = ExampleStore.in(folder)) {
      lookAround(example.stream("payments"));
    }
    ExampleStore.remove(folder);
  }

  private static void sendUntilKilled(Path folder) throws InterruptedException {
    try (ExampleStore example = ExampleStore.in(folder)) {
      Group sender = ExampleStore.group(example.stream("payments"), "sender", OPTIONS);
      try (var _ = sender.claim(AtMostOnce::payAndDie, ConsumerOptions.DEFAULT)) {
        new CountDownLatch(1).await();
      }
    }
  }

  private static void payAndDie(ClaimedEvent event) {
    System.out.println("paying for " + event.stored().event().payload().toUtf8());
    System.out.flush();
    Runtime.getRuntime().halt(137);
  }

  private static void lookAround(Stream payments) throws InterruptedException {
    Group sender = ExampleStore.group(payments, "sender", OPTIONS);
    List<ClaimedEvent> claimed =
        sender.claim(ClaimOptions.upTo(10).withWait(Duration.ofSeconds(3)));
    System.out.println("handed out again: " + claimed.size());
    // It is written a moment after the lease has run out.
    while (sender.deadLetters(10, Optional.empty()).isEmpty()) {
      Thread.sleep(50);
    }
    for (DeadEvent dead : sender.deadLetters(10, Optional.empty())) {
      System.out.println(
          "dead letter: "
              + dead.stored().event().payload().toUtf8()
              + ", "
              + dead.letter().cause());
    }
  }
}
