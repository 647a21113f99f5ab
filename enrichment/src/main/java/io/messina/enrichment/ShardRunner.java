package io.messina.enrichment;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.KeyStatus;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.enrich.StateRow;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.runtime.Site;
import io.messina.store.Bytes;
import io.messina.store.StoreException;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.ShardFollower;
import io.messina.stream.node.AppendResult;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enriches the events of one shard in its owner's process. One thread runs the {@link
 * ShardEnrichment}; whatever is told to it comes by a queue: pages from a thread that reads ahead,
 * answers of the database, and stored outputs and dead letters. It commits the lowest position at
 * which something is not finished.
 *
 * @param <S> the state of a key
 */
final class ShardRunner<S>
    implements ShardFollower,
        EnrichmentEffects<Bytes, StoredEvent, S, List<Output>>,
        Outbox.Shell,
        DeadLetterWriter.Shell,
        Site {

  private static final Logger LOG = LoggerFactory.getLogger(ShardRunner.class);
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration STATUS_AGE = Duration.ofMillis(100);
  private static final int PAGE_EVENTS = 1_000;
  private static final int PAGES_AHEAD = 2;
  private static final int OFFERED_AHEAD = 10_000;

  /** What the objects of an event take in memory beside its bytes. */
  private static final int EVENT_BYTES = 200;

  private final Shared<S> shared;
  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final KeyedStateClient<Bytes, S> states;
  private final ShardEnrichmentDeadLetters letters;
  private final DeadLetterWriter deadLetters;
  private final ShardEnds ends;
  private final Outbox outbox;
  private final Mutex running = new Mutex(); // held while anything is handled
  private final Queue<Runnable> mail = new ConcurrentLinkedQueue<>();
  private final Semaphore woken = new Semaphore(0);
  private final Semaphore wantedPages = new Semaphore(PAGES_AHEAD);
  private volatile boolean stopped;
  private volatile @Nullable ShardStatus status;

  // Of the shard's thread only.
  private final Queue<Page> pages = new ArrayDeque<>();
  private Set<Long> setAside = Set.of();
  private long lastOffered = -1;
  private long offeredTo = -1;
  private long reached;
  private Optional<Commit> committed = Optional.empty();
  private @Nullable String refusal;
  private long withoutKey;
  private Cancellation alarm = () -> {};
  private long alarmNanos = Long.MAX_VALUE;

  /**
   * What the shards of an enrichment share.
   *
   * @param context of the process
   * @param job what to do
   * @param enrichment names the states and the dead letters
   * @param generation of the states
   * @param outputKeys begins the idempotency keys of all outputs
   * @param appends appends to a stream
   * @param <S> the state of a key
   */
  record Shared<S>(
      Context context,
      EnrichmentJob<S> job,
      String enrichment,
      long generation,
      String outputKeys,
      Appends appends) {}

  /** Appends to a stream. */
  interface Appends {
    CompletableFuture<AppendResult> append(StreamName target, List<Event> events);
  }

  private static final class Page {

    private final EventPage read;
    private int taken;

    Page(EventPage read) {
      this.read = read;
    }
  }

  ShardRunner(Shared<S> shared, ShardId shard, Supplier<OwnGroup> group, ShardEnds ends) {
    this.shared = shared;
    this.ends = ends;
    this.shard = shard;
    this.group = group;
    this.states =
        shared
            .job
            .states()
            .open(
                new States.Owner(
                    shared.context,
                    shared.enrichment,
                    shared.generation,
                    () -> group.get().nextTimestampMicros()));
    this.letters =
        new ShardEnrichmentDeadLetters(shared.context.store(), shared.enrichment, shard.number());
    this.deadLetters =
        new DeadLetterWriter(shared.context, letters, () -> group.get().mayAcknowledge(), this);
    this.outbox =
        new Outbox(
            this,
            shared.outputKeys + "/" + shard.number() + "/",
            shared.job.options().buffer().bytes());
  }

  @Override
  public Context context() {
    return shared.context;
  }

  @Override
  public void run() {
    try (var _ = running.hold()) {
      followThenRest();
    } catch (NotOwnerException e) {
      LOG.debug("{}: is enriched again soon, if it is owned here", shard, e);
    } catch (Throwable e) {
      ends.failed(shard, e);
    }
    stop();
    pause(ends.pause(random()));
  }

  /** Both before {@link #close} goes on. */
  private void followThenRest() {
    try {
      if (!stopped) {
        follow();
      }
    } finally {
      rest();
    }
  }

  @Override
  public void stop() {
    if (!stopped) {
      stopped = true;
      woken.release();
      wantedPages.release();
    }
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  @Override
  public void close() {
    try (var _ = running.hold()) {
      stopped = true;
    }
  }

  /** The newest status; empty before the first event was read. */
  Optional<ShardStatus> status() {
    return Optional.ofNullable(status);
  }

  private void follow() {
    EventPage first = group.get().read(PAGE_EVENTS, Duration.ZERO);
    Position from = first.events().isEmpty() ? first.next() : positionOf(first.events().getFirst());
    setAside = letters.takeOver(from, () -> group.get().nextTimestampMicros());
    long formerTo = letters.offeredTo();
    reached = from.packed();
    var core =
        new ShardEnrichment<>(
            shared.job.options(),
            shared.job.enricher(),
            new ShardStart(
                shared.generation,
                from.packed(),
                formerTo,
                states.isComparing(),
                shared.job.states().newGeneration(),
                StateGeneration.firstOfStream(shared.generation)),
            this,
            random());
    this.core = core;
    pages.add(new Page(first));
    start(() -> readAfter(first));
    while (!stopped) {
      handleMail();
      offer(core);
      core.tick(time().nanoTime());
      outbox.flush();
      commit(core, first.run().orElse(0));
      publish(core);
      await(core);
    }
  }

  private @Nullable ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core;

  private ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core() {
    var begun = core;
    if (begun == null) {
      throw new IllegalStateException("not begun");
    }
    return begun;
  }

  private void handleMail() {
    for (Runnable next = mail.poll(); next != null && !stopped; next = mail.poll()) {
      next.run();
    }
  }

  /** Reads ahead, on a thread of its own, until a seek begins another run. */
  private void readAfter(EventPage first) {
    try {
      wantedPages.acquireUninterruptibly();
      EventPage last = first;
      while (!stopped) {
        EventPage next = group.get().readAfter(last.done(), PAGE_EVENTS, WAIT);
        if (!next.run().equals(first.run())) {
          post(this::stop);
          return;
        }
        if (!next.next().equals(last.next())) {
          post(() -> pages.add(new Page(next)));
          wantedPages.acquireUninterruptibly();
        }
        last = next;
      }
    } catch (RuntimeException e) {
      post(
          () -> {
            throw e;
          });
    } catch (Error e) {
      post(
          () -> {
            throw e;
          });
    }
  }

  private void offer(ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core) {
    for (Page page = pages.peek(); page != null && offer(core, page); page = pages.peek()) {
      pages.remove();
      ends.lost(shard, page.read.gaps());
      reached = page.read.next().packed();
      wantedPages.release();
    }
  }

  /** Returns whether all events of the page are taken. */
  private boolean offer(ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core, Page page) {
    List<StoredEvent> events = page.read.events();
    for (; page.taken < events.size(); page.taken++) {
      StoredEvent stored = events.get(page.taken);
      long position = positionOf(stored).packed();
      reached = position;
      if (!isToBeApplied(stored, position)) {
        continue;
      }
      if (position > offeredTo) {
        reserve(position);
      }
      Event event = stored.event();
      int bytes = EVENT_BYTES + event.payload().length();
      if (outbox.isFull()
          || !core.offer(event.key().orElseThrow(), position, stored, bytes, time().nanoTime())) {
        return false;
      }
      lastOffered = position;
    }
    return true;
  }

  /** Whoever takes the shard over knows by this which events may have been applied. */
  private void reserve(long position) {
    long to = position + OFFERED_AHEAD;
    letters.offering(to, group.get().nextTimestampMicros());
    if (!group.get().mayAcknowledge()) {
      throw new NotOwnerException(shard);
    }
    offeredTo = to;
  }

  private boolean isToBeApplied(StoredEvent stored, long position) {
    if (stored.event().key().isEmpty()) {
      withoutKey++;
      return false;
    }
    return !setAside.contains(position);
  }

  private void commit(ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core, int run) {
    long complete = core.completeTo();
    long low = complete > lastOffered ? reached : complete;
    Commit done = new Commit(Position.unpack(Math.min(low, outbox.oldest())), OptionalInt.of(run));
    if (!committed.equals(Optional.of(done))) {
      group.get().commitLater(done);
      committed = Optional.of(done);
      ends.reached(done.position().packed());
    }
  }

  private void publish(ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core) {
    ShardStatus last = status;
    long now = time().nanoTime();
    if (last == null || now - last.nanos() > STATUS_AGE.toNanos() || mail.isEmpty()) {
      Optional<String> trouble =
          Optional.ofNullable(refusal)
              .or(ends::trouble)
              .or(deadLetters::trouble)
              .or(outbox::trouble);
      status = new ShardStatus(core.status(), withoutKey, trouble, now);
    }
  }

  /** Nothing is under way any more; what has happened still counts. */
  private void rest() {
    ShardStatus last = status;
    if (last != null) {
      status =
          new ShardStatus(last.core().atRest(), last.withoutKey(), last.trouble(), last.nanos());
    }
  }

  private void await(ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core) {
    if (mail.isEmpty()) {
      long now = time().nanoTime();
      long wait = core.nanosToTick(now);
      if (wait != Long.MAX_VALUE && (alarmNanos == Long.MAX_VALUE || now + wait < alarmNanos)) {
        alarm.cancel();
        alarmNanos = now + wait;
        alarm = time().schedule(Duration.ofNanos(wait), this::ring);
      }
      woken.acquireUninterruptibly();
      woken.drainPermits();
    }
  }

  private void ring() {
    post(() -> alarmNanos = Long.MAX_VALUE);
  }

  private void pause(Duration duration) {
    Semaphore over = new Semaphore(0);
    var _ = time().schedule(duration, over::release);
    over.acquireUninterruptibly();
  }

  @Override
  public void post(Runnable task) {
    mail.add(task);
    woken.release();
  }

  @Override
  public void postAfter(Duration delay, Runnable task) {
    var _ = time().schedule(delay, () -> post(task));
  }

  @Override
  public Duration jitter(ExponentialBackoff backoff, int failures) {
    return backoff.after(failures, random());
  }

  @Override
  public CompletableFuture<AppendResult> append(StreamName target, List<Event> events) {
    return shared.appends.append(target, events);
  }

  @Override
  public void read(Bytes key, long attempt) {
    var _ =
        ShardRunner.<@Nullable StateRow<S>>asked(() -> states.read(key))
            .whenComplete(
                (row, e) -> answer(e, attempt, () -> core().read(attempt, row, time().nanoTime())));
  }

  @Override
  public void write(Bytes key, @Nullable StateRow<S> expected, StateRow<S> row, long attempt) {
    var _ =
        asked(() -> states.write(key, expected, row))
            .whenComplete(
                (result, e) ->
                    answer(e, attempt, () -> core().written(attempt, result, time().nanoTime())));
  }

  /** A client that throws, or gives nothing, has failed to answer. */
  private static <T extends @Nullable Object> CompletionStage<T> asked(
      Supplier<CompletionStage<T>> request) {
    try {
      return Objects.requireNonNull(request.get(), "the client has answered null");
    } catch (Throwable e) {
      if (EventGuard.isOfEvent(e) || e instanceof StoreException || e instanceof RequestException) {
        return CompletableFuture.failedFuture(e);
      }
      throw e;
    }
  }

  private void answer(@Nullable Throwable failed, long attempt, Runnable told) {
    if (failed == null) {
      post(told);
    } else {
      Throwable cause =
          failed instanceof CompletionException && failed.getCause() != null
              ? failed.getCause()
              : failed;
      post(() -> core().failed(attempt, cause, time().nanoTime()));
    }
  }

  @Override
  public void emit(Bytes key, long position, List<Output> outputs) {
    outbox.add(position, outputs);
  }

  @Override
  public void deadLetter(FailedEvent<Bytes, StoredEvent> letter, long id) {
    long timestampMicros = group.get().nextTimestampMicros();
    EnrichmentDeadLetter dead =
        new EnrichmentDeadLetter(
            letter.event(),
            letter.cause(),
            letter.applied(),
            letter.attempts(),
            letter.error(),
            time().wall().instant());
    deadLetters.begin(dead, timestampMicros, () -> core().deadLetterStored(id, time().nanoTime()));
  }

  @Override
  public void stopped(String why) {
    LOG.error("{}: the enrichment has stopped: {}", shard, why);
    refusal = why;
  }

  /** Why a key waits; empty if it does not. */
  CompletableFuture<Optional<KeyStatus>> statusOf(Bytes key) {
    CompletableFuture<Optional<KeyStatus>> found = new CompletableFuture<>();
    post(
        () -> {
          var begun = core;
          found.complete(
              begun == null
                  ? Optional.empty()
                  : Optional.ofNullable(begun.statusOf(key, time().nanoTime())));
        });
    return found;
  }

  /**
   * What a shard is doing.
   *
   * @param core keys and events
   * @param withoutKey events without a key, which are skipped
   * @param trouble why it has stopped for good, or what it waits for, if that is so
   * @param nanos when, by the monotonic clock
   */
  record ShardStatus(
      EnrichmentStatus core, long withoutKey, Optional<String> trouble, long nanos) {}

  private static Position positionOf(StoredEvent stored) {
    return stored.id().position();
  }
}
