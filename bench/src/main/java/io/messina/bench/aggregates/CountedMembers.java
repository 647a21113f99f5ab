package io.messina.bench.aggregates;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Members that are counted once in hourly windows: the events, and the aggregators. */
final class CountedMembers {

  static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /** Members of a window, each of which comes once. */
  static final int IN_A_WINDOW = 1_000_000;

  static final WindowOptions HOURS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ZERO,
          Duration.ofDays(1_000),
          Duration.ofDays(1_000));

  private static final Bytes GROUP = Bytes.utf8("all");

  /** Odd, so that no two numbers below a million become one. */
  private static final long SCATTER = 7_368_787;

  private CountedMembers() {}

  static Aggregator exact() {
    return Kinds.unique(CountedMembers::group, CountedMembers::member);
  }

  static Aggregator approximate() {
    return Kinds.approxUnique(CountedMembers::group, CountedMembers::member, Kinds.PRECISION);
  }

  private static Bytes group(StoredEvent event) {
    return event.event().key().orElse(GROUP);
  }

  private static Bytes member(StoredEvent event) {
    return event.event().payload();
  }

  /** One event for each pair of a window and a member, in no order within a window. */
  static List<StoredEvent> page(long from, int count) {
    List<StoredEvent> page = new ArrayList<>(count);
    for (long i = from; i < from + count; i++) {
      Instant time = BEGIN.plus(Duration.ofHours(i / IN_A_WINDOW));
      Bytes member = Bytes.utf8("user-" + i % IN_A_WINDOW * SCATTER % IN_A_WINDOW);
      page.add(
          new StoredEvent(
              new EventAddress(1, 0, 0, position(i)),
              Event.builder(member).time(time).build(),
              time));
    }
    return page;
  }

  static Position position(long number) {
    return Position.unpack(number);
  }
}
