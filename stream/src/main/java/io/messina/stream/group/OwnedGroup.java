package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Futures;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardSite;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One group on one shard, from when its owner learns of it. After a failure it is set aside, and
 * later opened again from its durable state. Safe for use by many threads.
 */
public final class OwnedGroup implements OwnGroup {

  /** How long a group stays aside the first time; doubled after each further failure. */
  static final Duration ASIDE_FIRST = Duration.ofSeconds(5);

  /**
   * The longest time aside. After a group was open for this long, the next failure counts as the
   * first.
   */
  static final Duration ASIDE_MAX = Duration.ofMinutes(5);

  private static final ExponentialBackoff ASIDE = new ExponentialBackoff(ASIDE_FIRST, ASIDE_MAX);

  private static final Logger LOG = LoggerFactory.getLogger(OwnedGroup.class);

  private final ShardGroups shard;
  private final ShardSite site;
  private final ShardLog log;
  private final CallGate gate;
  private final String name;
  private final Mutex lock = new Mutex();
  private volatile CatalogGroup definition;
  private volatile CompletableFuture<ClaimGroup> opened =
      new CompletableFuture<>(); // under the lock
  private volatile @Nullable ClaimGroup open; // written under the lock
  private volatile Ended.@Nullable Broken aside; // written under the lock
  private @Nullable Ended ended; // under the lock
  private boolean draining; // under the lock
  private int asides; // in a row, under the lock
  private long openedNanos; // under the lock

  OwnedGroup(ShardGroups shard, CatalogGroup definition) {
    this.shard = shard;
    this.site = shard.site;
    this.log = shard.log;
    this.gate = shard.gate;
    this.definition = definition;
    this.name = definition.id().toString();
  }

  CatalogGroup definition() {
    return definition;
  }

  /** The definition has changed: uses its options, once the group is open. */
  void change(CatalogGroup next) {
    definition = next;
    var _ = opened.thenAccept(there -> there.change(() -> definition.options()));
  }

  /** The open group; waits until it is restored or begun. */
  private ClaimGroup open() {
    return Futures.join(opened);
  }

  /** The open group, without waiting. */
  private ClaimGroup openNow() {
    CompletableFuture<ClaimGroup> now = opened;
    if (!now.isDone()) {
      throw new RequestException.Unavailable(name + ": being opened on " + site.shard());
    }
    return Futures.join(now);
  }

  @Override
  public List<ClaimedEvent> claim(ClaimRequest ask) {
    return gate.call(() -> open().claim(ask));
  }

  @Override
  public List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims) {
    return gate.call(() -> open().settle(outcome, claims));
  }

  /**
   * Returns how many events a claim would get now, without those that are still to be read:
   * listeners are called for these.
   *
   * @throws RequestException.Unavailable if the group is not open; does not wait
   */
  public int ready() {
    return gate.look(() -> openNow().ready());
  }

  /**
   * Registers a listener that is called when events may be ready: sometimes without need, but never
   * too late; once at registration if any are; and when the shard or the group is lost.
   *
   * @param listener called by any thread without locks held; it must not block
   * @return ends the registration
   * @throws RequestException.Unavailable if the group is not open; does not wait
   */
  public NodeTime.Cancellation onReady(Runnable listener) {
    return gate.look(() -> openNow().onReady(listener));
  }

  @Override
  public EventPage read(int max, Duration wait) {
    return gate.current(() -> open().read(Optional.empty(), max, wait));
  }

  @Override
  public EventPage readAfter(Commit read, int max, Duration wait) {
    return gate.leased(() -> open().read(Optional.of(read), max, wait));
  }

  @Override
  public void commit(Commit commit) {
    gate.run(() -> open().commit(commit));
  }

  @Override
  public void commitLater(Commit commit) {
    gate.run(() -> open().commitLater(commit));
  }

  @Override
  public Commit committed() {
    return gate.leased(() -> open().committed());
  }

  @Override
  public long countFrom(Position position) {
    return gate.look(() -> log.countFrom(position));
  }

  @Override
  public long nextTimestampMicros() {
    return site.timestamps().next();
  }

  @Override
  public boolean mayAcknowledge() {
    return site.owned().mayAcknowledge();
  }

  @Override
  public void command(GroupAction command) {
    gate.run(
        () -> {
          switch (command) {
            case GroupAction.Pause() -> open().pause(true);
            case GroupAction.Resume() -> open().pause(false);
            case GroupAction.Seek(Start to) -> seek(Starts.position(to, log));
            case GroupAction.Purge() -> seek(log.end());
          }
          shard.following.advanced();
        });
  }

  /** Waits until the group is open, and its beginning durable. */
  public void begin() {
    gate.run(
        () -> {
          open().begin();
          shard.following.advanced();
        });
  }

  /** A group that is aside is opened at once, and begins there if its state cannot be read. */
  private void seek(Position to) {
    reopen(Optional.of(to));
    open().seek(to);
  }

  @Override
  public List<DeadEvent> deadLetters(Position from, int max) {
    return gate.current(() -> open().deadLetters().read(from, max));
  }

  @Override
  public List<Position> redrive(List<Position> positions) {
    return gate.call(() -> open().deadLetters().redrive(positions));
  }

  @Override
  public List<Position> discard(List<Position> positions) {
    return gate.call(() -> open().deadLetters().discard(positions));
  }

  @Override
  public DeliveryState state(Position position) {
    return gate.current(() -> open().deadLetters().state(position));
  }

  @Override
  public List<Unfinished> unfinished(Unfinished.Query query) {
    return gate.look(() -> open().unfinished(query));
  }

  @Override
  public ShardGroupStatus status() {
    return gate.look(this::statusNow);
  }

  private ShardGroupStatus statusNow() {
    Ended.Broken why = aside;
    if (why != null) {
      return ShardGroupStatus.aside(
          log.end(), log.floor(), log.countFrom(log.floor()), why.reason());
    }
    return open().status();
  }

  /** Restores or begins the group, on a thread of its own because that may read. */
  void openFrom(SavedState saved) {
    guarded(() -> openFrom(saved, Optional.empty()));
  }

  private void openFrom(SavedState saved, Optional<Position> anew) {
    LeaseClock clock = new LeaseClock(site.context().time());
    begin(new Opening(shard, definition, clock, this::setAside).open(saved, anew));
  }

  private void guarded(Runnable opening) {
    try {
      opening.run();
    } catch (RequestException | NotOwnerException e) {
      // The group ended before it was open.
      end(new Ended.Lost(site.shard()));
    } catch (RuntimeException e) {
      if (site.owned().isLost()) {
        end(new Ended.Lost(site.shard()));
      } else {
        LOG.error("{}: {}: it cannot be opened, it is set aside", name, site.shard(), e);
        setAside(new Ended.Broken(name, String.valueOf(e.getMessage())));
      }
    }
  }

  private void begin(ClaimGroup next) {
    try (var _ = lock.hold()) {
      if (ended != null) {
        return;
      }
      open = next;
      openedNanos = site.context().time().nanoTime();
    }
    // Before the first write, which may already ask for dead letters to be written.
    next.start();
    site.state().add(part(), next);
    site.state().want();
    opened.complete(next);
  }

  private void setAside(Ended.Broken why) {
    Duration wait;
    try (var _ = lock.hold()) {
      if (ended != null || aside != null) {
        return;
      }
      aside = why;
      if (open != null && site.context().time().nanoTime() - openedNanos >= ASIDE_MAX.toNanos()) {
        asides = 0;
      }
      asides++;
      wait = ASIDE.after(asides);
    }
    opened.completeExceptionally(why.refusal());
    site.context()
        .time()
        .schedule(wait, () -> site.context().start(() -> reopen(Optional.empty())));
  }

  /** Opens a group that is aside again, as a new owner would. */
  private void reopen(Optional<Position> anew) {
    ClaimGroup former;
    Ended.Broken why;
    try (var _ = lock.hold()) {
      if (ended != null || draining || aside == null) {
        return;
      }
      former = open;
      why = aside;
      open = null;
      aside = null;
      opened = new CompletableFuture<>();
    }
    if (former != null) {
      former.end(why);
      rest(former);
    }
    guarded(() -> openFrom(durable(), anew));
  }

  /** The durable state, read after all earlier writes have ended. */
  private SavedState durable() {
    if (!site.state().flush()) {
      throw new NotOwnerException(site.shard());
    }
    return site.readOwned(() -> SavedState.read(site.context().store(), site.owned().state()));
  }

  private String part() {
    return "group/" + name;
  }

  void advanced() {
    ClaimGroup now = open;
    if (now != null) {
      now.advanced();
    }
  }

  /** Ends calls that wait until the group is open, or until something is read. */
  void waitNoMore(Ended why) {
    ClaimGroup now;
    try (var _ = lock.hold()) {
      draining = true;
      now = open;
    }
    opened.completeExceptionally(why.refusal());
    if (now != null) {
      now.waitNoMore(why);
    }
  }

  void drain() {
    ClaimGroup now;
    try (var _ = lock.hold()) {
      draining = true;
      now = open;
    }
    if (now != null) {
      now.drain();
    }
  }

  /** Ends the group, and tells all waiting callers why. */
  void end(Ended why) {
    ClaimGroup now;
    try (var _ = lock.hold()) {
      ended = ended == null ? why : ended;
      now = open;
    }
    opened.completeExceptionally(why.refusal());
    if (now != null) {
      now.end(why);
    }
  }

  /** Waits until no write of the group is in progress. */
  void rest() {
    rest(open);
  }

  private void rest(@Nullable ClaimGroup there) {
    site.state().remove(part());
    if (there != null) {
      there.rest();
    }
  }
}
