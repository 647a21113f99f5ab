package io.messina.stream.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.delivery.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** What workers saw of one group, and what must be true of it. */
final class Sightings {

  /** Leases are counted in whole milliseconds. */
  private static final Duration TICK = Duration.ofMillis(1);

  private final Supplier<Duration> now;
  private final Set<String> acknowledged = new TreeSet<>();
  private final Set<String> done = new TreeSet<>();
  private final Set<String> mayBeDone = new TreeSet<>();
  private final Map<String, Live> live = new HashMap<>();
  private final Set<ClaimAddress> receipts = new HashSet<>();

  /** A receipt that nobody else may have beside it until then. */
  private record Live(ClaimAddress receipt, Duration until) {}

  Sightings(Supplier<Duration> now) {
    this.now = now;
  }

  void acknowledged(String event) {
    acknowledged.add(event);
  }

  /** Events came in answer to a claim that was asked for at a time. */
  void claimed(List<ClaimedEvent> events, Duration asked) {
    for (ClaimedEvent event : events) {
      String text = GroupRoom.text(event.stored());
      assertThat(done).as("acknowledged, never handed out again").doesNotContain(text);
      assertThat(receipts.add(event.receipt())).as("a receipt is new").isTrue();
      Live before = live.get(text);
      if (before != null) {
        assertThat(now.get()).as(text + " has one live receipt").isGreaterThan(before.until());
      }
      live.put(text, new Live(event.receipt(), asked.plus(GroupRoom.LEASE).minus(TICK)));
    }
  }

  /** From now on the receipt may be good no more. */
  void settling(ClaimedEvent event) {
    String text = GroupRoom.text(event.stored());
    Live before = live.get(text);
    if (before != null && before.receipt().equals(event.receipt())) {
      live.remove(text);
    }
    mayBeDone.add(text);
  }

  void settled(ClaimedEvent event, Outcome outcome, ReceiptStatus status) {
    if (outcome instanceof Outcome.Ack && status == ReceiptStatus.OK) {
      done.add(GroupRoom.text(event.stored()));
    }
  }

  private boolean isDone(String text) {
    return done.contains(text) || (mayBeDone.contains(text) && !live.containsKey(text));
  }

  void check(List<String> dead) {
    for (String event : acknowledged) {
      if (event.startsWith("poison")) {
        assertThat(dead).as("what never succeeds is kept").contains(event);
      } else {
        assertThat(isDone(event)).as(event + " was handed out and done").isTrue();
        assertThat(dead).doesNotContain(event);
      }
    }
    assertThat(dead).doesNotHaveDuplicates().doesNotContainAnyElementsOf(done);
  }
}
