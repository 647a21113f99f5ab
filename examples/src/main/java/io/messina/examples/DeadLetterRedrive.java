package io.messina.examples;

import io.messina.api.GroupOptions;
import io.messina.api.Redrive;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.RejectedEventException;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.DeadEvent;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Events that a handler cannot process become dead letters of its group; once the handler is fixed
 * they are handed out again.
 */
public final class DeadLetterRedrive {

  private static final int ORDERS = 4;

  private DeadLetterRedrive() {}

  /**
   * Runs the example.
   *
   * @param arguments none
   * @throws IOException where there is no room for a store
   * @throws InterruptedException where it is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (ExampleStore example = ExampleStore.temporary()) {
      Stream orders = example.stream("orders");
      Group shipping = ExampleStore.group(orders, "shipping", GroupOptions.DEFAULT);
      orders.append(ExampleStore.orders(ORDERS));
      AtomicBoolean mended = new AtomicBoolean();
      CountDownLatch shipped = new CountDownLatch(ORDERS);
      try (var _ =
          shipping.claim(event -> ship(event, mended.get(), shipped), ConsumerOptions.DEFAULT)) {
        waitForDeadLetter(shipping);
        mended.set(true);
        System.out.println("mended, redriven: " + shipping.redrive(Redrive.everything()));
        shipped.await();
      }
      // A row is removed a moment after its event is acknowledged.
      while (!shipping.deadLetters(10, Optional.empty()).isEmpty()) {
        Thread.sleep(50);
      }
      System.out.println("dead letters left: 0");
    }
  }

  private static void ship(ClaimedEvent event, boolean mended, CountDownLatch shipped)
      throws RejectedEventException {
    String order = event.stored().event().payload().toUtf8();
    if (order.equals("order 2") && !mended) {
      throw new RejectedEventException("no address");
    }
    System.out.println("shipped " + order);
    shipped.countDown();
  }

  private static void waitForDeadLetter(Group shipping) throws InterruptedException {
    while (shipping.deadLetters(10, Optional.empty()).isEmpty()) {
      Thread.sleep(50);
    }
    DeadEvent dead = shipping.deadLetters(10, Optional.empty()).getFirst();
    System.out.println(
        "dead letter: "
            + dead.stored().event().payload().toUtf8()
            + ", "
            + dead.letter().failures().getFirst().error());
  }
}
