package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.GROUP;

import io.messina.api.Backoff;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.Order;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.StoreException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.ShardRig.Owner;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.testkit.Faults;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/** Workers on an owner that crashes at any moment; what they saw outlives it. */
final class CrashWorld implements AutoCloseable {

  private static final int EVENTS = 60;
  private static final int WORKERS = 3;
  private static final int CRASHES = 4;
  private static final int ATTEMPTS_MAX = 15;
  private static final int STEPS_MAX = 100;
  private static final Duration HORIZON = Duration.ofMinutes(20);
  private static final Faults FAULTS =
      new Faults(
          0.01,
          0.01,
          0.01,
          Duration.ofMillis(20),
          Duration.ofMinutes(10),
          Duration.ofSeconds(2),
          8);

  private final GroupRoom room;
  private final RandomGenerator random;
  private final Sightings sightings;
  private int sent;
  private int appended;

  CrashWorld(long seed) {
    GroupOptions options =
        GroupOptions.DEFAULT
            .maxAttempts(ATTEMPTS_MAX)
            .backoff(new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), 20))
            .order(seed % 2 == 0 ? Order.KEY : Order.NONE);
    room = new GroupRoom(seed, GroupRoom.group(options));
    random = room.simulation.random("world");
    sightings = new Sightings(room.simulation::elapsed);
  }

  void run() {
    room.stores.faults(FAULTS);
    work();
    for (int i = 0; i < CRASHES; i++) {
      room.simulation.runFor(Duration.ofMillis(random.nextInt(8_000)));
      room.takeOver();
      work();
    }
    room.simulation.runUntil(() -> appended >= EVENTS, HORIZON);
    room.stores.faults(Faults.NONE);
    for (int i = 0; i < STEPS_MAX && !isFinished(); i++) {
      room.simulation.runFor(Duration.ofSeconds(10));
    }
    sightings.check(room.dead());
  }

  private boolean isFinished() {
    ShardGroupStatus status = room.status();
    return status.floor().equals(status.end());
  }

  /** Appenders and workers live and die with the owner. */
  private void work() {
    Owner owner = room.owner();
    owner.node().spawn("appender", () -> append(owner));
    for (int i = 0; i < WORKERS; i++) {
      owner.node().spawn("worker", () -> serve(owner));
    }
  }

  private void append(Owner owner) {
    while (appended < EVENTS && !owner.lane().isClosed()) {
      int number = sent++;
      String kind = random.nextInt(10) == 0 ? "poison" : "good";
      Event event =
          Event.builder(Bytes.utf8(kind + " " + number)).key(Bytes.utf8("k" + number % 5)).build();
      try {
        var _ = Futures.join(owner.appender().append(List.of(event)));
        sightings.acknowledged(kind + " " + number);
        appended++;
      } catch (NotOwnerException | RequestException e) {
        // Nobody was promised anything, but it may be there: another is sent in its place.
        owner.node().pause(Duration.ofMillis(20));
      }
      owner.node().pause(Duration.ofMillis(random.nextInt(200)));
    }
  }

  /** Serves as long as the owner lives; wakes only when it is told that something is ready. */
  private void serve(Owner owner) {
    Semaphore wakes = new Semaphore(0);
    // Waits until the group is open, as listening does not.
    var _ = owner.groups().group(GROUP).status();
    NodeTime.Cancellation registration = owner.groups().group(GROUP).onReady(wakes::release);
    try {
      while (!owner.owned().isLost()) {
        wakes.acquireUninterruptibly();
        wakes.drainPermits();
        while (serveOnce(owner)) {}
      }
    } finally {
      registration.cancel();
    }
  }

  private boolean serveOnce(Owner owner) {
    try {
      Duration asked = room.simulation.elapsed();
      List<ClaimedEvent> claimed =
          owner.groups().group(GROUP).claim(GroupRoom.asking(1 + random.nextInt(4)));
      sightings.claimed(claimed, asked);
      owner.node().pause(Duration.ofMillis(random.nextInt(400)));
      for (ClaimedEvent event : claimed) {
        settle(owner, event);
      }
      return !claimed.isEmpty();
    } catch (NotOwnerException | RequestException | StoreException e) {
      return false;
    }
  }

  private void settle(Owner owner, ClaimedEvent event) {
    int dice = random.nextInt(20);
    if (dice == 0) {
      return;
    }
    boolean poison = GroupRoom.text(event.stored()).startsWith("poison");
    boolean fails = poison || dice == 1;
    Outcome outcome =
        fails
            ? new Outcome.Nacked(poison && dice < 5 ? Nack.dead("failed") : Nack.retry("failed"))
            : new Outcome.Ack();
    sightings.settling(event);
    List<ReceiptStatus> statuses =
        owner.groups().group(GROUP).settle(outcome, List.of(GroupRoom.id(event.receipt())));
    sightings.settled(event, outcome, statuses.getFirst());
  }

  @Override
  public void close() {
    room.close();
  }
}
