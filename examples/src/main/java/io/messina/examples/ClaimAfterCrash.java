package io.messina.examples;

import io.messina.api.GroupOptions;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Handles events of a claim group in a process that is killed in the middle, and then in another
 * one: unfinished events are handed out again once their leases are over, finished ones are not.
 * The first lease that ends in silence counts no attempt.
 */
public final class ClaimAfterCrash {

  private static final int ORDERS = 5;
  private static final String DEADLY = "order 3";

  /** Short, as the second process waits for its end; 30 s unless given. */
  private static final Duration LEASE = Duration.ofSeconds(2);

  private ClaimAfterCrash() {}

  /**
   * Runs the example, or the process in it that is killed.
   *
   * @param arguments none; or the folder of the store for the process that dies
   * @throws IOException where there is no room for a store
   * @throws InterruptedException where it is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length > 0) {
      handleUntilKilled(Path.of(arguments[0]));
      return;
    }
    Path folder = Files.createTempDirectory("messina-example");
    try (ExampleStore example = ExampleStore.in(folder)) {
      example.stream("orders").append(ExampleStore.orders(ORDERS));
    }
    System.out.println(
        "the first process ended with " + OtherProcess.run(ClaimAfterCrash.class, folder));
    try (ExampleStore example = ExampleStore.in(folder)) {
      handleRest(example.stream("orders"));
    }
    ExampleStore.remove(folder);
  }

  private static void handleUntilKilled(Path folder) throws InterruptedException {
    try (ExampleStore example = ExampleStore.in(folder)) {
      Group billing = billing(example.stream("orders"));
      try (var _ = billing.claim(ClaimAfterCrash::billOrDie, oneByOne())) {
        new CountDownLatch(1).await();
      }
    }
  }

  private static void billOrDie(ClaimedEvent event) {
    if (text(event).equals(DEADLY)) {
      System.out.println("first process: killed while it bills " + DEADLY);
      System.out.flush();
      // As kill -9 does: nothing is closed, nothing is said.
      Runtime.getRuntime().halt(137);
    }
    System.out.println("first process: billed " + text(event));
  }

  private static void handleRest(Stream orders) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Group billing = billing(orders);
    try (var _ =
        billing.claim(
            event -> {
              System.out.println(
                  "second process: billed " + text(event) + ", attempt " + event.attempt());
              if (text(event).equals(DEADLY)) {
                done.countDown();
              }
            },
            oneByOne())) {
      done.await();
    }
  }

  private static Group billing(Stream orders) {
    return ExampleStore.group(orders, "billing", GroupOptions.DEFAULT);
  }

  private static ConsumerOptions oneByOne() {
    return ConsumerOptions.DEFAULT.withConcurrency(1).withLease(LEASE);
  }

  private static String text(ClaimedEvent event) {
    return event.stored().event().payload().toUtf8();
  }
}
