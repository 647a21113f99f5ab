package io.messina.stream.group;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.runtime.Moment;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimPace;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.Lease;
import io.messina.stream.NotBegunException;
import io.messina.stream.Output;
import io.messina.stream.RejectedEventException;
import io.messina.stream.RetryAfterException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.follow.Counts;
import io.messina.stream.group.InFlightEvents.InFlightEvent;
import io.messina.stream.owner.NotOwnerException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims events of this process's shards and handles each on a thread of its own. One thread
 * claims.
 */
final class ClaimConsumer implements Consumer {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimConsumer.class);
  private static final Outcome ACK = new Outcome.Ack();

  private final OpenConsumers all;
  private final ConsumerSite site;
  private final CatalogGroup group;
  private final Handling handler;
  private final ConsumerOptions options;
  private final ClaimPace pace;
  private final Duration lease;
  private final InFlightEvents inFlight;
  private final Counts counts = new Counts();
  private final Semaphore woken = new Semaphore(0);
  private final ReadyWatch<List<Integer>, List<Integer>>.Waiter waiter;
  private final CompletableFuture<Void> pulled = new CompletableFuture<>();

  /** What any handler does. */
  @FunctionalInterface
  interface Handling {

    List<Output> handle(ClaimedEvent event, Lease lease) throws Exception;
  }

  ClaimConsumer(
      OpenConsumers all,
      CatalogGroup group,
      Handling handler,
      ConsumerOptions options,
      ClaimPace pace) {
    this.all = all;
    this.site = all.site();
    this.group = group;
    this.handler = handler;
    this.options = options;
    this.pace = pace;
    this.lease = options.lease().orElse(group.options().lease());
    this.inFlight = new InFlightEvents(site, group, options, lease, counts);
    this.waiter =
        new ReadyWatch<>(site.context().time(), site.context().threads(), new Owners())
            .waiter(options.concurrency());
  }

  void start() {
    inFlight.keepLeases();
    site.context().start(this::pullAll);
  }

  @Override
  public ConsumerCounts counts() {
    return counts.read();
  }

  @Override
  public void close() {
    inFlight.close();
    woken.release();
    pulled.join();
    inFlight.drain();
    all.forget(this);
  }

  private void pullAll() {
    NodeTime.Cancellation watching = site.own().onOwned(woken::release);
    try {
      while (!inFlight.isClosed()) {
        pullSome();
      }
    } finally {
      watching.cancel();
      waiter.served();
      pulled.complete(null);
    }
  }

  private void pullSome() {
    // Before it looks for events, so that it misses none that comes meanwhile.
    int _ = woken.drainPermits();
    int room = inFlight.awaitRoom();
    int paced = room == 0 ? 0 : pace.take(room);
    if (room > 0 && paced == 0) {
      awaitPace();
      return;
    }
    List<ShardId> shards = shards();
    int pulled = pull(shards, paced);
    pace.giveBack(paced - pulled);
    if (pulled > 0) {
      waiter.served();
    } else if (!inFlight.isClosed()) {
      waiter.stand(shards.stream().map(ShardId::number).toList(), woken::release);
      woken.acquireUninterruptibly();
      boolean _ = waiter.leave();
    }
  }

  private void awaitPace() {
    NodeTime.Cancellation alarm = site.context().time().schedule(pace.untilRoom(), woken::release);
    woken.acquireUninterruptibly();
    alarm.cancel();
  }

  /** The only owner is this process, for the shards that it owns. */
  private final class Owners implements ReadyWatch.Owners<List<Integer>, List<Integer>> {

    @Override
    public List<List<Integer>> questions(List<Integer> shards) {
      return shards.isEmpty() ? List.of() : List.of(shards);
    }

    @Override
    public int awaitReady(List<Integer> shards, Duration wait) {
      try {
        return site.own().awaitReady(group.stream(), group.id(), shards, wait);
      } catch (RequestException e) {
        return 0;
      }
    }
  }

  private List<ShardId> shards() {
    return site.own().owned().stream()
        .filter(shard -> shard.stream().equals(group.stream()))
        .toList();
  }

  /** Starts at a random shard, so that no shard is always the last. */
  private int pull(List<ShardId> shards, int room) {
    int first = shards.isEmpty() ? 0 : site.context().random().nextInt(shards.size());
    int pulled = 0;
    for (int i = 0; i < shards.size() && pulled < room && !inFlight.isClosed(); i++) {
      ShardId shard = shards.get((first + i) % shards.size());
      pulled += pull(shard, Math.min(room - pulled, options.batchMax()));
    }
    return pulled;
  }

  private int pull(ShardId shard, int max) {
    Moment now = Moment.now(site.context().time());
    try {
      List<ClaimedEvent> events =
          site.own()
              .shard(shard)
              .group(group.id())
              .claim(new ClaimRequest(max, ClaimOptions.BYTES_MAX, lease, options.name()));
      events.forEach(event -> take(new InFlightEvent(event, now)));
      return events.size();
    } catch (NotOwnerException | RequestException e) {
      return 0;
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot be claimed from", shard, e);
      return 0;
    }
  }

  private void take(InFlightEvent event) {
    if (!inFlight.begin(event)) {
      inFlight.settle(event, new Outcome.Release());
    } else if (event.claimed.suspect()) {
      handleAlone(event);
    } else {
      site.context().start(() -> handle(event));
    }
  }

  /**
   * Handles a suspect while no other event is with a handler: if the process ends, this event was
   * the cause. Does not wait for handlers that have exceeded their time.
   */
  private void handleAlone(InFlightEvent suspect) {
    if (inFlight.awaitAtMost(1) && inFlight.isInTime(suspect)) {
      site.context().start(() -> handle(suspect));
      boolean _ = inFlight.awaitAtMost(0);
    } else {
      inFlight.settle(suspect, new Outcome.Release());
    }
  }

  private void handle(InFlightEvent event) {
    event.handledBy(Thread.currentThread());
    Outcome outcome = outcome(event);
    event.handled();
    // The interrupt of a handler must not reach later code.
    boolean _ = Thread.interrupted();
    inFlight.settle(event, outcome);
  }

  private Outcome outcome(InFlightEvent inHand) {
    ClaimedEvent event = inHand.claimed;
    try {
      List<Output> outputs = handler.handle(event, () -> inFlight.left(inHand));
      if (!outputs.isEmpty()) {
        List<Output> traced =
            outputs.stream().map(output -> output.causedBy(event.stored().event())).toList();
        site.outputs().append(group, event.receipt(), traced);
      }
      counts.handled(1);
      return ACK;
    } catch (Throwable e) {
      counts.failed();
      if (e instanceof Error) {
        LOG.error("{}: a handler failed", event.stored().id(), e);
      }
      return failed(e, Objects.requireNonNullElse(e.getMessage(), e.getClass().getName()));
    }
  }

  /** Only what says so is certainly not done. */
  private static Outcome failed(Throwable thrown, String message) {
    return switch (thrown) {
      case RetryAfterException later -> {
        Duration most = GroupOptions.LEASE_MAX;
        Duration delay = later.delay().compareTo(most) < 0 ? later.delay() : most;
        yield new Outcome.Nacked(Nack.retry(message, delay));
      }
      case NotBegunException _ -> new Outcome.Nacked(Nack.retry(message));
      case RejectedEventException _ -> new Outcome.Nacked(Nack.dead(message));
      default -> new Outcome.BrokenOff(message);
    };
  }
}
