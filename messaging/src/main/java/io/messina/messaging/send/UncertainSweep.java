package io.messina.messaging.send;

import io.messina.api.Position;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.node.Group;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventGuard;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the dead letters of one group again and again, on the shards that this node owns. */
final class UncertainSweep implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(UncertainSweep.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final int PAGE = 500;
  private static final int AT_ONCE = 16;

  private final Context context;
  private final Streams streams;
  private final Group group;
  private final Function<DeadEvent, Inspection> inspect;
  private final SweepSchedule schedule = new SweepSchedule(INTERVAL);
  private final EventGuard guard = new EventGuard("uncertain messages");
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean closed;

  /**
   * The result of an inspection.
   *
   * @param stays whether it is still uncertain
   * @param again the time until the next action, if it is known
   */
  record Inspection(EventAddress letter, boolean stays, Optional<Duration> again) {

    static Inspection done(DeadEvent dead) {
      return new Inspection(dead.stored().id(), false, Optional.empty());
    }

    static Inspection waits(DeadEvent dead, Optional<Duration> again) {
      return new Inspection(dead.stored().id(), true, again);
    }
  }

  UncertainSweep(
      Context context, Streams streams, Group group, Function<DeadEvent, Inspection> inspect) {
    this.context = context;
    this.streams = streams;
    this.group = group;
    this.inspect = inspect;
  }

  void start() {
    context.start(this::run);
  }

  @Override
  public void close() {
    closed = true;
    woken.release();
  }

  private void run() {
    while (!closed) {
      try {
        sweep();
      } catch (RequestException | StoreException e) {
        LOG.debug("uncertain messages are looked at again soon", e);
      } catch (RuntimeException | Error e) {
        LOG.error("uncertain messages cannot be looked at", e);
      }
      var alarm = context.time().schedule(INTERVAL, woken::release);
      woken.acquireUninterruptibly();
      alarm.cancel();
    }
  }

  private void sweep() {
    Set<ShardId> owned =
        streams.owned().stream()
            .filter(shard -> shard.stream().equals(group.definition().stream()))
            .collect(Collectors.toSet());
    schedule.keepOnly(owned.stream().map(ShardId::number).collect(Collectors.toSet()));
    Map<Integer, Long> dead =
        group.status(owned).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().dead()));
    for (Map.Entry<Integer, Long> each : dead.entrySet()) {
      if (!closed && !schedule.isQuiet(each.getKey(), each.getValue(), context.time().nanoTime())) {
        read(each.getKey(), each.getValue());
      }
    }
  }

  private void read(int shard, long dead) {
    Set<EventAddress> found = new HashSet<>();
    List<DeadEvent> page = group.deadLetters(shard, Position.START, PAGE);
    while (!page.isEmpty() && !closed) {
      page.forEach(each -> found.add(each.stored().id()));
      inspect(page);
      page = group.deadLetters(shard, page.getLast().stored().id().position().next(), PAGE);
    }
    schedule.read(shard, dead, found, context.time().nanoTime());
  }

  private void inspect(List<DeadEvent> page) {
    long nowNanos = context.time().nanoTime();
    List<DeadEvent> due =
        page.stream().filter(each -> schedule.isDue(each.stored().id(), nowNanos)).toList();
    if (!due.isEmpty()) {
      new ParallelCalls(context.threads(), AT_ONCE)
          .each(due, this::inspectOne).stream()
              .filter(Inspection::stays)
              .forEach(inspection -> schedule.stays(inspection.letter, inspection.again, nowNanos));
    }
  }

  /** A letter that cannot be looked at stays, and the others are looked at. */
  private Inspection inspectOne(DeadEvent dead) {
    return guard
        .read(dead.stored(), () -> inspect.apply(dead))
        .orElseGet(() -> Inspection.waits(dead, Optional.empty()));
  }
}
