package io.messina.stream.group;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.ShardGroupStatus;
import io.messina.stream.state.ShardSite;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The requests of workers and people to one group on one shard. Safe for use by many threads. */
final class ClaimDesk implements DeadLetterWriter.Listener {

  private final ShardSite site;
  private final ShardLog log;
  private final EventReader events;
  private final GroupId id;
  private final ShardDeadLetters letters;
  private final Tally tally = new Tally();
  private final StretchReader stretches;
  private final ClaimGroup group;
  private final DeadLetterWriter writer;
  private final DeadLetterDesk deadLetters;
  private final boolean isNew;
  private volatile GroupOptions options;
  private volatile CompletableFuture<Void> keysKnown = CompletableFuture.completedFuture(null);

  ClaimDesk(
      ShardGroups shard, CatalogGroup definition, Core core, Consumer<Ended.Broken> broken) {
    this.site = shard.site;
    this.log = shard.log;
    this.events = shard.events;
    this.id = definition.id();
    this.options = definition.options();
    this.isNew = core.isNew();
    this.letters = new ShardDeadLetters(site, id.toString());
    this.stretches = new StretchReader(log, events);
    this.group = new ClaimGroup(site, log, id.toString(), core, stretches, tally, broken);
    this.writer = new DeadLetterWriter(site, letters, this::content, this);
    this.deadLetters = new DeadLetterDesk(site, group, letters, writer, stretches);
  }

  /** The holder of the group's state. */
  ClaimGroup group() {
    return group;
  }

  /** Continues where the former owner stopped, or begins. */
  void start() {
    if (isNew) {
      writer.beginAtOnce();
    } else {
      clean();
    }
    group.peek((core, now) -> learnKeys(core));
    group.start(writer::add);
  }

  /**
   * Applies the group's current options. They are read under the group's lock, so that the newest
   * win.
   */
  void change(Supplier<GroupOptions> defined) {
    group.react(
        (core, now) -> {
          options = defined.get();
          core.change(options, now);
          return learnKeys(core);
        });
  }

  private void clean() {
    group.peek(
        (core, now) -> {
          long[] unfinished = core.unfinished();
          writer.beginWith(() -> letters.clean(unfinished));
          return true;
        });
  }

  /** Called under the group's lock. Returns whether there are keys to learn. */
  private boolean learnKeys(GroupDelivery core) {
    long[] unknown = core.keysUnknown();
    if (unknown.length > 0) {
      CompletableFuture<Void> known = new CompletableFuture<>();
      keysKnown = known;
      site.start(() -> learnKeys(unknown, known));
    }
    return unknown.length > 0;
  }

  private void learnKeys(long[] positions, CompletableFuture<Void> known) {
    try {
      for (long position : positions) {
        long key = patient(position).map(e -> stretches.key(e.event())).orElse(LogStretch.NO_KEY);
        group.react(
            (core, now) -> {
              core.key(position, key);
              return true;
            });
      }
    } catch (RuntimeException e) {
      group.breakDown(e);
    }
    known.complete(null);
  }

  void advanced() {
    group.advanced();
  }

  List<ClaimedEvent> claim(ClaimAsk ask) {
    Futures.join(keysKnown);
    Futures.join(group.activate());
    Effect.Claimed claimed =
        group.ask(
            false,
            Effect.Claimed.class,
            (core, ticket, now) ->
                core.claim(new ClaimRequest(ticket, ask.max(), ask.lease(), ask.worker()), now));
    tally.claimed(claimed);
    return handOver(claimed, ask.bytesMax());
  }

  private List<ClaimedEvent> handOver(Effect.Claimed claimed, long bytesMax) {
    Handover handover = Handover.of(site.shard(), id, claimed, bytesMax, this::patient);
    tally.expired(handover.gone().size());
    settleForNobody(new Outcome.Ack(), handover.gone());
    settleForNobody(new Outcome.Release(), handover.surplus());
    return List.copyOf(handover.events());
  }

  private void settleForNobody(Outcome outcome, List<ClaimId> claims) {
    if (!claims.isEmpty()) {
      group.react(
          (core, now) -> {
            core.settle(group.ticketForNobody(), outcome, claims, now);
            return true;
          });
    }
  }

  int ready() {
    var _ = group.activate();
    return group.peek((core, now) -> core.ready(now));
  }

  NodeTime.Cancellation onReady(Runnable listener) {
    NodeTime.Cancellation registration = group.listeners().add(listener);
    var _ = group.activate();
    // Calls the listener if something is ready already.
    group.react((core, now) -> true);
    return registration;
  }

  List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims) {
    if (claims.isEmpty()) {
      return List.of();
    }
    Effect.Settled settled =
        group.ask(
            true,
            Effect.Settled.class,
            (core, ticket, now) -> core.settle(ticket, outcome, claims, now));
    tally.settled(outcome, settled.statuses());
    return settled.statuses();
  }

  void begin() {
    Futures.join(group.begun());
  }

  void pause(boolean paused) {
    done((core, ticket, now) -> core.pause(ticket, paused, now));
  }

  boolean isPaused() {
    return group.peek((core, now) -> core.isPaused());
  }

  /** Moves the group to any position. Returns the run that begins there. */
  int seek(Position to) {
    AtomicInteger run = new AtomicInteger();
    done(
        (core, ticket, now) -> {
          core.seek(ticket, to.packed(), now);
          run.set(core.run());
        });
    return run.get();
  }

  private void done(Ask ask) {
    group.ask(true, Effect.Done.class, ask);
  }

  /** The requests about the group's dead letters. */
  DeadLetterDesk deadLetters() {
    return deadLetters;
  }

  ShardGroupStatus status(Position followed) {
    return group.peek(
        (core, now) -> {
          Position floor = Position.unpack(core.floor());
          return new ShardGroupStatus(
              log.end(),
              floor,
              log.countFrom(floor),
              core.inFlight(),
              core.waiting(),
              followed,
              log.countFrom(followed),
              log.appendTimeInMemory(followed),
              events.appendTime(core.floor()),
              core.isPaused(),
              tally.claimed(),
              tally.acknowledged(),
              tally.retried(),
              tally.dead(),
              Optional.empty());
        });
  }

  @Override
  public void letterWritten(DeadLetter letter, boolean written) {
    if (written) {
      tally.letterWritten();
    } else {
      tally.expired(1);
    }
    group.react(
        (core, now) -> {
          core.letterWritten(letter, now);
          return true;
        });
  }

  @Override
  public void letterDeleted(long position) {
    group.react(
        (core, now) -> {
          core.letterDeleted(position, now);
          return true;
        });
  }

  @Override
  public void failed(RuntimeException failure) {
    group.breakDown(failure);
  }

  /** Takes no new requests; waits until the writes in progress have ended. */
  void drain() {
    group.drain();
    rest();
  }

  void end(Ended why) {
    group.end(why);
    var _ = writer.stop();
  }

  /** Waits until the writes in progress have ended. */
  void rest() {
    writer.stop().join();
  }

  private Optional<StoredEvent> content(long position) {
    return events.find(position).or(() -> letters.event(position));
  }

  /** Retries until the store answers. */
  private Optional<StoredEvent> patient(long position) {
    return site.read(() -> content(position))
        .orElseThrow(() -> new NotOwnerException(site.shard()));
  }
}
