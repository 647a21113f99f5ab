package io.messina.stream.group;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One open group on one shard: knows where its followers are, and answers the requests of workers,
 * followers and people by steps of its delivery state. Safe for use by many threads.
 */
final class ClaimGroup
    implements StatePart, DeadLetterWriter.Listener, LockedDelivery.Surroundings {

  private final ShardGroups shard;
  private final ShardSite site;
  private final GroupId id;
  private final LockedDelivery delivery;
  private final Consumer<Ended.Broken> broken;
  private final Tally tally = new Tally();
  private final GroupReading reading;
  private final ShardDeadLetters letters;
  private final DeadLetterWriter writer;
  private final DeadLetterDesk deadLetters;
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private volatile CompletableFuture<Void> keysKnown = CompletableFuture.completedFuture(null);
  private Followed followed; // under the lock of the delivery
  private @Nullable SavedFollow followedWritten; // under that lock: as in the last write

  /**
   * What followers have committed, and the run in which they read. What was read in an earlier run
   * can no longer be committed.
   */
  private record Followed(SavedFollow saved, int run) {

    Position position() {
      return saved.position();
    }
  }

  /**
   * A group with its core.
   *
   * @param followed where its followers are
   * @param isNew whether a part of its state has never been written
   * @param broken called once, if the group has to be set aside
   */
  ClaimGroup(
      ShardGroups shard,
      GroupId id,
      GroupDelivery core,
      LeaseClock clock,
      SavedFollow followed,
      boolean isNew,
      Consumer<Ended.Broken> broken) {
    this.shard = shard;
    this.site = shard.site;
    this.id = id;
    this.delivery = new LockedDelivery(site, id, core, clock, isNew, this);
    // Followers use the runs of claims, which are durable before a seek is answered.
    this.followed = new Followed(followed, core.run());
    this.followedWritten = isNew ? null : followed;
    this.broken = broken;
    this.reading = new GroupReading(shard, delivery);
    this.letters = new ShardDeadLetters(site, id.toString());
    this.writer = new DeadLetterWriter(site, letters, this::content, this);
    this.deadLetters = new DeadLetterDesk(site, delivery, letters, writer);
    if (!isNew) {
      begun.complete(null);
    }
  }

  /**
   * Continues where the former owner stopped, or begins: sets the alarm for running leases, and
   * requests the first write of a new group.
   */
  void start() {
    delivery.peek(
        (core, now) -> {
          writer.begin(core.unfinished());
          return learnKeys(core);
        });
    delivery.react((core, now) -> {});
  }

  /**
   * Applies the group's current options. They are read under the group's lock, so that the newest
   * win.
   */
  void change(Supplier<GroupOptions> defined) {
    delivery.react(
        (core, now) -> {
          core.change(defined.get(), now);
          learnKeys(core);
        });
  }

  /** Called under the group's lock. Returns whether there are keys to learn. */
  private boolean learnKeys(GroupDelivery core) {
    long[] unknown = core.keysUnknown();
    if (unknown.length > 0) {
      CompletableFuture<Void> known = new CompletableFuture<>();
      keysKnown = known;
      site.context().start(() -> learnKeys(unknown, known));
    }
    return unknown.length > 0;
  }

  private void learnKeys(long[] positions, CompletableFuture<Void> known) {
    try {
      long[] inOrder = positions.clone();
      Arrays.sort(inOrder);
      Map<Long, Long> keys = site.readOwned(() -> shard.events.keys(inOrder));
      for (long position : inOrder) {
        if (!keys.containsKey(position)) {
          keys.put(position, keyOfLetter(position));
        }
      }
      delivery.react((core, now) -> keys.forEach(core::key));
    } catch (RuntimeException e) {
      delivery.breakDown(e);
    }
    known.complete(null);
  }

  /** Retries until the store answers. */
  private long keyOfLetter(long position) {
    return site.readOwned(() -> letters.event(position))
        .map(letter -> EventReader.key(letter.event()))
        .orElse(LogStretch.NO_KEY);
  }

  /** Called when new events became visible. Cheap. */
  void advanced() {
    if (!reading.isActive()) {
      return;
    }
    delivery.advanced();
  }

  List<ClaimedEvent> claim(ClaimRequest request) {
    Futures.join(keysKnown);
    Futures.join(activate());
    Effect.Claimed claimed =
        delivery.ask(
            false, Effect.Claimed.class, (core, ticket, now) -> core.claim(ticket, request, now));
    tally.claimed(claimed);
    return handOver(claimed, request.bytesMax());
  }

  private List<ClaimedEvent> handOver(Effect.Claimed claimed, long bytesMax) {
    EventReader.Finder finder = shard.events.finder();
    Handover handover =
        Handover.of(
            site.shard(),
            id,
            claimed,
            bytesMax,
            position ->
                site.readOwned(() -> finder.find(position).or(() -> letters.event(position))));
    settleForNobody(new Outcome.Ack(), handover.gone());
    settleForNobody(new Outcome.Release(), handover.surplus());
    return List.copyOf(handover.events());
  }

  private void settleForNobody(Outcome outcome, List<ClaimId> claims) {
    if (!claims.isEmpty()) {
      delivery.tell((core, ticket, now) -> core.settle(ticket, outcome, claims, now));
    }
  }

  int ready() {
    var _ = activate();
    return delivery.peek((core, now) -> core.ready(now));
  }

  NodeTime.Cancellation onReady(Runnable listener) {
    NodeTime.Cancellation registration = delivery.onReady(listener);
    var _ = activate();
    // Calls the listener if something is ready already.
    delivery.react((core, now) -> {});
    return registration;
  }

  List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims) {
    if (claims.isEmpty()) {
      return List.of();
    }
    Effect.Settled settled =
        delivery.ask(
            true,
            Effect.Settled.class,
            (core, ticket, now) -> core.settle(ticket, outcome, claims, now));
    tally.settled(outcome, settled.statuses());
    return settled.statuses();
  }

  /** Waits until the group's state is durable. */
  void begin() {
    Futures.join(begun);
  }

  void pause(boolean paused) {
    done((core, ticket, now) -> core.pause(ticket, paused, now));
  }

  /** Moves the group, and then its followers, to any position. */
  void seek(Position to) {
    AtomicInteger run = new AtomicInteger();
    done(
        (core, ticket, now) -> {
          core.seek(ticket, to.packed(), now);
          run.set(core.run());
        });
    // Only now, because no follower may read in a run that is not durable.
    done(
        (core, ticket, now) -> {
          if (run.get() >= followed.run()) {
            follow(new Followed(new SavedFollow(to, ""), run.get()), core, now);
          }
          core.sync(ticket);
        });
  }

  /**
   * Reads for a follower, from its committed position, or on behind a page that it has read;
   * returns nothing while the group is paused or after its run has ended.
   */
  EventPage read(Optional<Commit> after, int max, Duration wait) {
    Followed place = delivery.peek((core, now) -> followed);
    OptionalInt run = OptionalInt.of(place.run());
    Position from =
        after.filter(read -> read.run().equals(run)).map(Commit::position).orElse(place.position());
    Supplier<LogFollowing.Turn> turn =
        () ->
            delivery.peek(
                (core, now) -> {
                  if (followed.run() != place.run()) {
                    return LogFollowing.Turn.OVER;
                  }
                  return core.isPaused() ? LogFollowing.Turn.PAUSED : LogFollowing.Turn.ON;
                });
    return shard.following.read(from, max, wait, turn).in(run);
  }

  /** What followers committed last. */
  Commit committed() {
    Followed last = delivery.peek((core, now) -> followed);
    return new Commit(last.position(), OptionalInt.of(last.run()), last.saved().note());
  }

  /** Moves followers forward to a position; returns once that is durable. */
  void commit(Commit to) {
    checkBeforeEnd(to.position());
    done(
        (core, ticket, now) -> {
          advance(to, core, now);
          core.sync(ticket);
        });
  }

  /** Moves followers forward to a position; it is written with other changes, or after a second. */
  void commitLater(Commit to) {
    checkBeforeEnd(to.position());
    delivery.turn(
        (core, now) -> {
          advance(to, core, now);
          return true;
        });
  }

  private void checkBeforeEnd(Position to) {
    Position end = shard.log.end();
    if (to.compareTo(end) > 0) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS,
          "position: " + to + " (expected: up to " + end + ")");
    }
  }

  private void advance(Commit to, GroupDelivery core, long now) {
    int run = followed.run();
    SavedFollow next = new SavedFollow(to.position(), to.note());
    if (to.run().orElse(run) == run
        && to.position().compareTo(followed.position()) >= 0
        && !next.equals(followed.saved())) {
      follow(new Followed(next, run), core, now);
    }
  }

  private void follow(Followed next, GroupDelivery core, long now) {
    followed = next;
    core.changed(now);
  }

  private void done(LockedDelivery.Ask ask) {
    delivery.ask(true, Effect.Done.class, ask);
  }

  /** The requests about the group's dead letters. */
  DeadLetterDesk deadLetters() {
    return deadLetters;
  }

  List<Unfinished> unfinished(Unfinished.Query query) {
    return delivery.peek((core, now) -> core.unfinished(query, now));
  }

  ShardGroupStatus status() {
    return delivery.peek(
        (core, now) -> {
          Position floor = Position.unpack(core.floor());
          return new ShardGroupStatus(
              shard.log.end(),
              floor,
              shard.log.countFrom(floor),
              core.inFlight(),
              core.waiting(),
              followed.position(),
              shard.log.countFrom(followed.position()),
              shard.log.appendTimeInMemory(followed.position()),
              shard.events.appendTime(core.floor()),
              core.isPaused(),
              tally.claimed.sum(),
              tally.acknowledged.sum(),
              tally.retried.sum(),
              tally.dead.sum(),
              Optional.empty());
        });
  }

  @Override
  public void letterWritten(DeadLetter letter, boolean written) {
    tally.dead.add(written ? 1 : 0);
    delivery.react((core, now) -> core.letterWritten(letter, now));
  }

  @Override
  public void letterDeleted(long position) {
    delivery.react((core, now) -> core.letterDeleted(position, now));
  }

  @Override
  public void failed(RuntimeException failure) {
    delivery.breakDown(failure);
  }

  /**
   * Starts reading shard.events. Completed when the first ones have been read, or there are none.
   */
  CompletableFuture<Void> activate() {
    if (!reading.isActive()) {
      delivery.turn((core, now) -> reading.activate());
    }
    return reading.first();
  }

  @Override
  public WriteNeed need() {
    return delivery.need();
  }

  @Override
  public void write(StateChanges changes) {
    delivery.beginWrite(
        (core, now) -> {
          changes.put(
              Section.CLAIMS, id.toString(), core.beginWrite(now, site.context().formats()));
          if (!followed.saved().equals(followedWritten)) {
            followedWritten = followed.saved();
            changes.put(Section.FOLLOWS, id.toString(), followedWritten.encode());
          }
        });
  }

  @Override
  public void written() {
    if (delivery.written()) {
      begun.complete(null);
    }
  }

  @Override
  public boolean readOn(GroupDelivery core, long nowMillis) {
    return reading.start(core, nowMillis);
  }

  @Override
  public void readAll() {
    reading.first().complete(null);
  }

  @Override
  public void writeLetters(List<Effect> rows) {
    writer.add(rows);
  }

  @Override
  public void ended(Ended why, boolean isFirst) {
    begun.completeExceptionally(why.doubt());
    reading.first().complete(null);
    if (isFirst && why instanceof Ended.Broken itself) {
      broken.accept(itself);
    }
  }

  /** Ends claims that wait until something is read; the next owner reads it as well. */
  void waitNoMore(Ended why) {
    keysKnown.completeExceptionally(why.refusal());
    reading.first().completeExceptionally(why.refusal());
  }

  /** Takes no new requests; waits until the writes in progress have ended. */
  void drain() {
    delivery.react((core, now) -> reading.stop());
    rest();
  }

  /** Waits until the writes in progress have ended. */
  void rest() {
    writer.stop().join();
  }

  /** Ends the group and tells all waiting callers why. Only the first end counts. */
  void end(Ended why) {
    var _ = delivery.end(why);
    var _ = writer.stop();
  }

  private Optional<StoredEvent> content(long position) {
    return shard.events.find(position).or(() -> letters.event(position));
  }
}
