package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.GROUP;

import io.messina.api.Backoff;
import io.messina.api.Delivery;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.api.Order;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.NodeTime;
import io.messina.store.Bytes;
import io.messina.store.StoreException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.StreamException;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.AppendException;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.testkit.Faults;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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
  private final boolean ordered;
  private int sent;
  private int appended;

  CrashWorld(long seed) {
    ordered = seed % 2 == 0;
    GroupOptions options =
        new GroupOptions(
            GroupRoom.LEASE,
            ATTEMPTS_MAX,
            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), 20),
            ordered ? Order.KEY : Order.NONE,
            Delivery.AT_LEAST_ONCE,
            GroupLimits.DEFAULT);
    room = new GroupRoom(seed, GroupRoom.group(options));
    random = room.simulation.random("world");
    sightings = new Sightings(room.simulation::elapsed);
  }

  void run() {
    room.stores.faults(FAULTS);
    work();
    for (int i = 0; i < CRASHES; i++) {
      room.simulation.runFor(Duration.ofMillis(random.nextInt(8_000)));
      room.crash();
      room.awaitOwner();
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
    ShardGroupStatus status = room.ask(() -> room.workers().status());
    return status.floor().equals(status.end());
  }

  /** Appenders and workers live and die with the owner. */
  private void work() {
    ShardProcess process = room.process;
    process.node.spawn("appender", () -> append(process));
    for (int i = 0; i < WORKERS; i++) {
      process.node.spawn("worker", () -> serve(process));
    }
  }

  private void append(ShardProcess process) {
    LaneWriter lane = Objects.requireNonNull(process.lane);
    while (appended < EVENTS && !lane.isClosed()) {
      int number = sent++;
      String kind = random.nextInt(10) == 0 ? "poison" : "good";
      Event event =
          Event.builder(Bytes.utf8(kind + " " + number)).key(Bytes.utf8("k" + number % 5)).build();
      try {
        lane.append(List.of(event));
        sightings.acknowledged(kind + " " + number);
        appended++;
      } catch (AppendException e) {
        // Nobody was promised anything, but it may be there: another is sent in its place.
        GroupRoom.sleep(process.node, 20);
      }
      GroupRoom.sleep(process.node, random.nextInt(200));
    }
  }

  /** Serves as long as the owner lives; wakes only when it is told that something is ready. */
  private void serve(ShardProcess process) {
    ShardGroups groups = Objects.requireNonNull(process.groups);
    Semaphore wakes = new Semaphore(0);
    // Waits until the group is open, as listening does not.
    var _ = groups.group(GROUP).status();
    NodeTime.Cancellation registration = groups.group(GROUP).onReady(wakes::release);
    try {
      while (!Objects.requireNonNull(process.site).owned().isLost()) {
        wakes.acquireUninterruptibly();
        wakes.drainPermits();
        while (serveOnce(process, groups)) {}
      }
    } finally {
      registration.cancel();
    }
  }

  private boolean serveOnce(ShardProcess process, ShardGroups groups) {
    try {
      Duration asked = room.simulation.elapsed();
      List<ClaimedEvent> claimed =
          groups.group(GROUP).claim(GroupRoom.asking(1 + random.nextInt(4)));
      sightings.claimed(claimed, asked);
      GroupRoom.sleep(process.node, random.nextInt(400));
      for (ClaimedEvent event : claimed) {
        settle(groups, event);
      }
      return !claimed.isEmpty();
    } catch (NotOwnerException | StreamException | StoreException e) {
      return false;
    }
  }

  private void settle(ShardGroups groups, ClaimedEvent event) {
    int dice = random.nextInt(20);
    if (dice == 0) {
      return;
    }
    boolean poison = GroupRoom.text(event.stored()).startsWith("poison");
    boolean fails = poison || dice == 1;
    Outcome outcome =
        fails ? new Outcome.Nack(null, "failed", poison && dice < 5) : new Outcome.Ack();
    sightings.settling(event);
    List<ReceiptStatus> statuses =
        groups.group(GROUP).settle(outcome, List.of(GroupRoom.id(event.receipt())));
    sightings.settled(event, outcome, statuses.getFirst());
  }

  @Override
  public void close() {
    room.close();
  }
}
