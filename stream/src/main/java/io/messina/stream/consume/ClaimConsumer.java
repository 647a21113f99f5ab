package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.NotOwnerException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims events of this process's shards and has each handled by a thread of its own. One thread
 * pulls.
 */
final class ClaimConsumer implements Consumer {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimConsumer.class);
  private static final Outcome ACK = new Outcome.Ack();

  private final ConsumerSite site;
  private final GroupDefinition group;
  private final OutputHandler handler;
  private final ConsumerOptions options;
  private final java.util.function.Consumer<Consumer> closed;
  private final Duration lease;
  private final Handlings handlings;
  private final LeaseKeeper leases;
  private final Counts counts = new Counts();
  private final Signal signal = new Signal();
  private final ReadyWatch<List<Integer>, List<Integer>>.Waiter waiter;
  private final Map<Integer, Settling> settlings = new ConcurrentHashMap<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Void> pulled = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  ClaimConsumer(
      ConsumerSite site,
      GroupDefinition group,
      OutputHandler handler,
      ConsumerOptions options,
      java.util.function.Consumer<Consumer> closed) {
    this.site = site;
    this.group = group;
    this.handler = handler;
    this.options = options;
    this.closed = closed;
    this.lease = options.lease().orElse(group.options().lease());
    this.handlings = new Handlings(options.concurrency());
    this.leases = new LeaseKeeper(site, group, handlings, lease, options.handlingMax());
    this.waiter =
        new ReadyWatch<>(site.time(), site.threads(), new Owners()).waiter(options.concurrency());
  }

  void start() {
    leases.start();
    site.start(this::pullAll);
  }

  @Override
  public ConsumerCounts counts() {
    return counts.read();
  }

  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      handlings.close();
      signal.raise();
      pulled.join();
      drain();
      leases.close();
      closed.accept(this);
      ended.complete(null);
    }
    ended.join();
  }

  private void drain() {
    Runnable interrupt = () -> handlings.running().forEach(Handling::interrupt);
    NodeTime.Cancellation alarm =
        options.drainMax().map(most -> site.time().schedule(most, interrupt)).orElse(() -> {});
    handlings.awaitNone();
    alarm.cancel();
  }

  private void pullAll() {
    NodeTime.Cancellation watching = site.own().onOwned(signal::raise);
    try {
      while (!closing.get()) {
        pullSome();
      }
    } finally {
      watching.cancel();
      waiter.served();
      pulled.complete(null);
    }
  }

  private void pullSome() {
    long seen = signal.seen();
    int room = handlings.awaitRoom();
    if (room == 0) {
      return;
    }
    List<ShardId> shards = shards();
    if (pull(shards, room) > 0) {
      waiter.served();
    } else {
      waiter.stand(shards.stream().map(ShardId::number).toList(), signal::raise);
      signal.await(seen);
      boolean _ = waiter.leave();
    }
  }

  /** Only this process, for the shards that it owns. */
  private final class Owners implements ReadyWatch.Owners<List<Integer>, List<Integer>> {

    @Override
    public List<List<Integer>> questions(List<Integer> shards) {
      return shards.isEmpty() ? List.of() : List.of(shards);
    }

    @Override
    public int awaitReady(List<Integer> shards, Duration wait) {
      try {
        return site.own().service().awaitReady(group.stream(), group.id(), shards, wait);
      } catch (StreamException e) {
        return 0;
      }
    }
  }

  private List<ShardId> shards() {
    return site.own().owned().stream()
        .filter(shard -> shard.stream().equals(group.stream()))
        .toList();
  }

  /** Begins at any shard, so that none stands behind the others for ever. */
  private int pull(List<ShardId> shards, int room) {
    int first = shards.isEmpty() ? 0 : site.random().nextInt(shards.size());
    int pulled = 0;
    for (int i = 0; i < shards.size() && pulled < room && !closing.get(); i++) {
      ShardId shard = shards.get((first + i) % shards.size());
      pulled += pull(shard, Math.min(room - pulled, options.batchMax()));
    }
    return pulled;
  }

  private int pull(ShardId shard, int max) {
    long nowNanos = site.time().nanoTime();
    try {
      List<ClaimedEvent> events =
          site.own()
              .service()
              .claim(
                  new ClaimAsk(shard, group.id(), max, ClaimAsk.BYTES_MAX, lease, options.name()));
      events.forEach(event -> take(new Handling(event, nowNanos)));
      return events.size();
    } catch (NotOwnerException | StreamException e) {
      return 0;
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot be claimed from", shard, e);
      return 0;
    }
  }

  private void take(Handling handling) {
    if (!handlings.begin(handling)) {
      settling(handling).settle(handling, new Outcome.Release());
    } else if (handling.event.suspect()) {
      handleAlone(handling);
    } else {
      site.start(() -> handle(handling));
    }
  }

  /**
   * Nothing else is with a handler meanwhile, so that nothing else can be what ends the process.
   */
  private void handleAlone(Handling suspect) {
    if (awaitAtMost(1) && isInTime(suspect)) {
      site.start(() -> handle(suspect));
      boolean _ = awaitAtMost(0);
    } else {
      settling(suspect).settle(suspect, new Outcome.Release());
    }
  }

  /** Handlers that take too long hold the others up no longer. */
  private boolean awaitAtMost(int count) {
    NodeTime.Cancellation alarm = site.time().schedule(options.handlingMax(), handlings::wake);
    try {
      return handlings.awaitAtMost(count, this::isInTime);
    } finally {
      alarm.cancel();
    }
  }

  /** Whether its lease is extended still. */
  private boolean isInTime(Handling handling) {
    return site.time().nanoTime() - handling.beganNanos < options.handlingMax().toNanos();
  }

  private void handle(Handling handling) {
    handling.handledBy(Thread.currentThread());
    Outcome outcome = outcome(handling.event);
    handling.handled();
    // A handler's interrupt is not meant for what comes after it.
    boolean _ = Thread.interrupted();
    settling(handling).settle(handling, outcome);
  }

  private Outcome outcome(ClaimedEvent event) {
    try {
      List<Output> outputs = handler.handle(event);
      if (!outputs.isEmpty()) {
        site.outputs().append(group, event.receipt(), outputs);
      }
      counts.handled.incrementAndGet();
      return ACK;
    } catch (Throwable e) {
      counts.failed.incrementAndGet();
      if (e instanceof Error) {
        LOG.error("{}: a handler failed", event.stored().id(), e);
      }
      return new Outcome.Nack(null, sentence(e), e instanceof RejectedEventException);
    }
  }

  private static String sentence(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getName() : message;
  }

  private Settling settling(Handling handling) {
    return settlings.computeIfAbsent(
        handling.shard(), shard -> new Settling(site, group, shard, handlings, counts));
  }
}
