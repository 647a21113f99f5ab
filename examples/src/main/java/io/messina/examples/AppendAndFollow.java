package io.messina.examples;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.FollowOptions;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.AppendResult;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Appends events with keys, appends some of them again, and follows the stream in its order. */
public final class AppendAndFollow {

  private static final List<String> USERS = List.of("ada", "bob", "ada", "cyd", "bob", "ada");

  private AppendAndFollow() {}

  /**
   * Runs the example.
   *
   * @param arguments none
   * @throws IOException where there is no room for a store
   * @throws InterruptedException where it is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (ExampleStore example = ExampleStore.temporary()) {
      Stream clicks = example.stream("clicks");
      AppendResult first = clicks.append(clicks());
      System.out.println("appended " + first.accepted() + ", durable now");
      AppendResult again = clicks.append(clicks());
      System.out.println("sent again: " + again.duplicates() + " were there already");
      follow(clicks);
    }
  }

  /** The idempotency key makes it safe to send an event again. */
  private static List<Event> clicks() {
    List<Event> clicks = new ArrayList<>();
    for (int i = 0; i < USERS.size(); i++) {
      clicks.add(
          Event.builder(Bytes.utf8("click " + i))
              .key(Bytes.utf8(USERS.get(i)))
              .idempotencyKey("click-" + i)
              .contentType("text/plain")
              .build());
    }
    return clicks;
  }

  private static void follow(Stream clicks) throws InterruptedException {
    clicks.createGroup(new GroupName("reader"), Start.earliest(), GroupOptions.DEFAULT);
    Group reader = clicks.group(new GroupName("reader"));
    CountDownLatch left = new CountDownLatch(USERS.size());
    try (var _ = reader.follow(events -> print(events, left), FollowOptions.DEFAULT)) {
      left.await();
    }
  }

  private static void print(List<StoredEvent> events, CountDownLatch left) {
    for (StoredEvent stored : events) {
      Event event = stored.event();
      System.out.println(
          event.key().map(Bytes::toUtf8).orElse("nobody") + ": " + event.payload().toUtf8());
      left.countDown();
    }
  }
}
