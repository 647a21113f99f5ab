package io.messina.features.node;

import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.features.TestTime;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.Seeds;
import io.messina.testkit.SimulatedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Events for which anything may be thrown: each is skipped alone. */
final class OddEventsTest {

  private static final List<String> PIECES =
      List.of(
          "1e9999999999",
          "-1e-9999999999",
          "100e2147483647",
          "1e2147483648",
          "0e99999999999999999999",
          "1E+400",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\u0000\"",
          "null",
          "[]",
          "{\"page\":1,\"page\":\"twice\"}",
          "[".repeat(600) + "]".repeat(600),
          "{\"a\":".repeat(300) + "1" + "}".repeat(300),
          "9".repeat(1_500),
          "\"" + "x".repeat(70_000) + "\"",
          "\"page\"",
          "\"2015-09-12T00:00:00Z\"",
          "\"+999999999-01-01T00:00:00Z\"",
          "nul",
          "");

  private final TestTime time = new TestTime();

  @Test
  void whatever_an_event_says_a_feed_goes_on_behind_it() {
    Seeds.forEach(
        20,
        seed -> {
          try (FeedRoom room = new FeedRoom(SimulatedStore.calm(time.wall()), time)) {
            SplittableRandom random = new SplittableRandom(seed);
            List<StoredEvent> events = new ArrayList<>();
            for (int number = 1; number <= 50; number++) {
              events.add(event(number, payload(random)));
            }
            events.add(FeedRoom.event(51, FeedRoom.at(51)));

            room.node(PAGES).handle(events);

            assertThat(room.tally.read().fed() + room.tally.read().skipped()).isEqualTo(51);
            assertThat(room.pages()).isPositive();
            assertThat(room.tally.trouble(_ -> true)).isEmpty();
          }
        });
  }

  @Test
  void an_event_for_which_something_unforeseen_is_thrown_is_skipped_and_named() {
    AtomicInteger writes = new AtomicInteger();
    Store odd =
        new FaultyStore(SimulatedStore.calm(time.wall()))
            .around(
                (call, asked) -> {
                  if (call.operation() == Operation.WRITE
                      && call.table().name().equals("list_items")
                      && writes.incrementAndGet() == 2) {
                    throw new StackOverflowError("nested too deep");
                  }
                  return asked.get();
                });
    try (FeedRoom room = new FeedRoom(odd, time)) {
      room.node(PAGES).handle(FeedRoom.events(1, 5));

      assertThat(room.tally.read().fed()).isEqualTo(4);
      assertThat(room.tally.read().skipped()).isEqualTo(1);
      assertThat(room.tally.trouble(_ -> true).orElseThrow())
          .contains("was skipped", "nested too deep");
      assertThat(room.pages()).isEqualTo(4);
    }
  }

  private static String payload(SplittableRandom random) {
    return "{\"user\":%s,\"page\":%s,\"time\":%s}"
        .formatted(piece(random), piece(random), piece(random));
  }

  private static String piece(SplittableRandom random) {
    return PIECES.get(random.nextInt(PIECES.size()));
  }

  private static StoredEvent event(int number, String payload) {
    return new StoredEvent(
        new EventAddress(1, 0, 0, new Position(1, number)),
        Event.of(Bytes.utf8(payload)),
        FeedRoom.at(number));
  }
}
