package io.messina.stream.append;

import io.messina.runtime.CacheBudget;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.stream.append.IdempotencyWindow.Known;
import io.messina.stream.append.PendingAppend.Item;
import io.messina.stream.append.PendingAppend.State;
import io.messina.stream.log.AppendException;
import io.messina.stream.log.AppendedRun;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardSite;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends events with keys or numbers. An append is decided and handed to the lane at the same
 * moment, so that batches are in the log in the order of the decisions. An append that must wait
 * holds nothing. Safe for use by many threads; what changes is guarded by the lock of {@link
 * Deduplication}.
 */
final class KeyedAppends {

  /** How many bytes unanswered appends may take; a single one may be larger. */
  static final long BYTES_MAX = 32L << 20;

  /** How many appends may be unanswered. */
  static final int APPENDS_MAX = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(KeyedAppends.class);

  /** How long keys stay in memory after their last use. */
  private static final long KEPT_MICROS = TimeUnit.MINUTES.toMicros(1);

  private final ShardSite site;
  private final LaneWriter lane;
  private final Spans spans;
  private final KeyTable table;
  private final Deduplication memory;
  private final AppendMark mark;
  private final Runnable rebuild;
  private final CacheBudget.Account account;
  private final Set<PendingAppend> unanswered = new LinkedHashSet<>();
  private final List<PendingAppend> whenRebuilt = new ArrayList<>();
  private final List<PendingAppend> whenMarked = new ArrayList<>();
  private long unansweredBytes;
  private CompletableFuture<Void> whole = new CompletableFuture<>();
  private long usedMicros; // when keys were last used
  private boolean rebuilding = true;
  private int needed; // how many users beside appends need the keys in memory
  private volatile boolean over;

  /**
   * The appends of a shard, which wait until memory is rebuilt.
   *
   * @param isMarked whether a former owner left a mark
   * @param rebuild starts to read the keys again after memory freed them
   */
  KeyedAppends(
      ShardSite site,
      LaneWriter lane,
      Spans spans,
      Deduplication memory,
      boolean isMarked,
      Runnable rebuild) {
    this.site = site;
    this.lane = lane;
    this.spans = spans;
    this.table = new KeyTable(site);
    this.memory = memory;
    this.mark =
        new AppendMark(memory, isMarked, lane::shownTo, site.context()::nowMicros, this::marked);
    this.rebuild = rebuild;
    this.account = site.caches().open(this::giveBack);
  }

  AppendMark mark() {
    return mark;
  }

  /**
   * Appends; see {@link ShardAppender#append}.
   *
   * @param firstWins whether an event with a known key but another body counts as a repeat
   */
  CompletableFuture<List<AppendedSpan>> append(EventRun events, boolean firstWins) {
    PendingAppend append = new PendingAppend(events, firstWins, memory::heeds);
    try {
      append.check();
      admit(append);
    } catch (RequestException | NotOwnerException e) {
      return CompletableFuture.failedFuture(e);
    }
    attempt(append);
    return append.answer;
  }

  private void admit(PendingAppend append) {
    try (var _ = memory.hold()) {
      if (over) {
        throw new NotOwnerException(site.shard());
      }
      boolean fits = unanswered.isEmpty() || unansweredBytes + append.bytes <= BYTES_MAX;
      if (!fits || unanswered.size() >= APPENDS_MAX) {
        throw new RequestException.Overloaded(
            site.shard() + ": too many keyed appends wait already");
      }
      unanswered.add(append);
      unansweredBytes += append.bytes;
    }
  }

  /** The log has reached an append time. */
  void appendedAt(long micros) {
    if (mark.due(micros)) {
      site.state().want();
    }
  }

  /** Waits until memory contains all recent keys of the log. */
  void awaitKeys() {
    withKeys(() -> true);
  }

  /** The event that was appended under a key, after memory contains all recent keys of the log. */
  Optional<Known> known(String key) {
    return withKeys(() -> find(key));
  }

  private Optional<Known> find(String key) {
    try (var _ = memory.hold()) {
      Optional<Known> known = memory.find(key, site.context().nowMicros());
      if (known.isPresent() || !memory.isLong() || memory.isHeld(key)) {
        return known;
      }
    }
    return table
        .find(List.of(key))
        .getFirst()
        .map(kept -> new Known(kept.id().position(), kept.body()));
  }

  /** Runs a task while memory contains all recent keys. */
  private <T> T withKeys(Supplier<T> task) {
    CompletableFuture<Void> needing;
    try (var _ = memory.hold()) {
      needed++;
      usedMicros = site.context().nowMicros();
      needing = whole;
      readAgain();
    }
    try {
      Futures.join(needing);
      return task.get();
    } finally {
      try (var _ = memory.hold()) {
        needed--;
      }
    }
  }

  private void readAgain() {
    if (!over && !rebuilding && !whole.isDone()) {
      rebuilding = true;
      rebuild.run();
    }
  }

  /** Memory contains all recent keys of the log: continues the appends that wait for it. */
  void rebuilt() {
    grown();
    try (var _ = memory.hold()) {
      rebuilding = false;
      whole.complete(null);
      attemptAll(whenRebuilt);
    }
  }

  /** Reports the memory of the keys to the budget. */
  void grown() {
    long growth;
    try (var _ = memory.hold()) {
      growth = memory.takeGrowth();
    }
    account.add(growth);
  }

  /**
   * Forgets keys, unless they are needed or were used recently: the next append waits until they
   * are read again.
   */
  private long giveBack() {
    try (var _ = memory.hold()) {
      boolean isLate = site.context().nowMicros() - usedMicros >= KEPT_MICROS;
      if (over || !whole.isDone() || needed > 0 || !unanswered.isEmpty() || !isLate) {
        return 0;
      }
      if (memory.giveBack(site.context().nowMicros())) {
        whole = new CompletableFuture<>();
      }
      return -memory.takeGrowth();
    }
  }

  /** The mark may be durable now. */
  private void marked() {
    try (var _ = memory.hold()) {
      attemptAll(whenMarked);
    }
  }

  /** Takes nothing new, and fails waiting appends, of which nothing is stored. */
  void end() {
    List<PendingAppend> waiting;
    NotOwnerException failure = new NotOwnerException(site.shard());
    try (var _ = memory.hold()) {
      over = true;
      waiting = unanswered.stream().filter(each -> each.state == State.UNDECIDED).toList();
      waiting.forEach(each -> each.state = State.OVER);
      whole.completeExceptionally(failure);
    }
    account.close();
    waiting.forEach(append -> fail(append, failure));
  }

  /** Waits until all appends in progress are answered; called after {@link #end}. */
  void await() {
    underWay().forEach(append -> append.answer.handle((answer, failure) -> true).join());
  }

  /** Fails appends that will not be answered any more, because the lane is closed. */
  void abandon() {
    for (PendingAppend append : underWay()) {
      boolean mayBeStored = append.state == State.HANDED_OVER;
      fail(append, mayBeStored ? unknown() : new NotOwnerException(site.shard()));
    }
  }

  private List<PendingAppend> underWay() {
    try (var _ = memory.hold()) {
      return unanswered.stream()
          .filter(each -> each.state == State.HOLDING || each.state == State.HANDED_OVER)
          .toList();
    }
  }

  /** Attempts appends that have waited, on a thread of its own. */
  private void attemptAll(List<PendingAppend> waiting) {
    if (!waiting.isEmpty()) {
      List<PendingAppend> taken = List.copyOf(waiting);
      waiting.clear();
      site.context().start(() -> taken.forEach(this::attempt));
    }
  }

  private void attempt(PendingAppend append) {
    guarded(append, () -> step(append, () -> decide(append)));
  }

  /**
   * Takes a step under the lock, and runs without it what the step returns. A failure of the
   * request ends the append alone, unless some of it may be stored.
   */
  private void step(PendingAppend append, Supplier<Runnable> step) {
    Runnable next;
    try (var _ = memory.hold()) {
      try {
        next = step.get();
      } catch (RequestException e) {
        if (append.state == State.HANDED_OVER) {
          throw e;
        }
        next = ended(append, e);
      }
    }
    next.run();
  }

  private Runnable decide(PendingAppend append) {
    if (append.state != State.UNDECIDED) {
      return KeyedAppends::nothing;
    }
    usedMicros = site.context().nowMicros();
    if (!whole.isDone()) {
      whenRebuilt.add(append);
      readAgain();
      return KeyedAppends::nothing;
    }
    boolean tracked = append.tracked(memory.isLong()).findAny().isPresent();
    if (tracked && !mark.stands()) {
      mark.want();
      whenMarked.add(append);
      return site.state()::want;
    }
    Optional<PendingAppend> other = memory.holdKeys(append, site.context().nowMicros());
    if (other.isPresent()) {
      other.get().waiting.add(append);
      return KeyedAppends::nothing;
    }
    append.state = State.HOLDING;
    if (tracked) {
      mark.begin(append);
    }
    return memory.isLong() && !append.holders().isEmpty()
        ? () -> inBackground(append, () -> lookUp(append, append.holders()))
        : handOver(append);
  }

  /** Reads the rows of keys that memory does not know. The keys are held meanwhile. */
  private void lookUp(PendingAppend append, List<Item> holders) {
    List<Optional<KeyTable.Kept>> found;
    try {
      found = table.find(holders.stream().map(item -> item.key.orElseThrow()).toList());
    } catch (NotOwnerException e) {
      step(append, () -> ended(append, e));
      return;
    }
    step(
        append,
        () -> {
          for (int i = 0; i < found.size(); i++) {
            Item holder = holders.get(i);
            found.get(i).ifPresent(kept -> memory.repeat(holder, kept));
          }
          return handOver(append);
        });
  }

  /** Holds the batches too, and hands everything to the lane at the same moment. */
  private Runnable handOver(PendingAppend append) {
    if (over) {
      return ended(append, new NotOwnerException(site.shard()));
    }
    Optional<PendingAppend> other = memory.holdBatches(append, site.context().nowMicros());
    if (other.isPresent()) {
      letGo(append);
      append.state = State.UNDECIDED;
      other.get().waiting.add(append);
      return KeyedAppends::nothing;
    }
    append.state = State.HANDED_OVER;
    List<List<Item>> stretches = append.stretches();
    List<CompletableFuture<List<AppendedRun>>> parts = send(stretches);
    return () -> {
      var _ =
          CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
              .whenComplete((_, _) -> guarded(append, () -> answered(append, stretches, parts)));
    };
  }

  /** Hands parts to the lane until one is refused; releases that one and those after it. */
  private List<CompletableFuture<List<AppendedRun>>> send(List<List<Item>> stretches) {
    List<CompletableFuture<List<AppendedRun>>> parts = new ArrayList<>();
    boolean open = true;
    for (List<Item> stretch : stretches) {
      if (open) {
        int firstIndex = stretch.getFirst().batch.map(batch -> batch.stored).orElse(0);
        EventRun run = EventRun.joined(stretch.stream().map(item -> item.events).toList());
        parts.add(lane.appendLater(run, firstIndex));
        open = !isTurnedAway(parts.getLast());
      }
      if (!open) {
        memory.release(stretch);
      }
    }
    return parts;
  }

  private static boolean isTurnedAway(CompletableFuture<List<AppendedRun>> part) {
    return part.isCompletedExceptionally()
        && !(part.exceptionNow() instanceof AppendException.Unknown);
  }

  /** Called by a thread that all lanes wait for. */
  private void answered(
      PendingAppend append,
      List<List<Item>> stretches,
      List<CompletableFuture<List<AppendedRun>>> parts) {
    int stored = 0;
    Throwable worst = null;
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).isCompletedExceptionally()) {
        spans.note(stretches.get(i), parts.get(i).join());
        stored++;
      } else if (!(worst instanceof AppendException.Unknown)) {
        worst = parts.get(i).exceptionNow();
      }
    }
    boolean whole = worst == null;
    if (worst != null && !(stored > 0 && worst instanceof AppendException.LaneFull)) {
      failed(append, failure(worst, stored == 0));
    } else if (memory.isLong() && !append.holders().isEmpty()) {
      inBackground(append, () -> writeRows(append, whole));
    } else {
      settle(append, whole);
    }
  }

  private void failed(PendingAppend append, RuntimeException failure) {
    if (failure instanceof RequestException.Overloaded) {
      step(append, () -> ended(append, failure));
    } else {
      fail(append, failure);
    }
  }

  /**
   * The answer to what the lane failed to append. Unless the lane is only full, this ends the
   * ownership.
   *
   * @param nothing whether nothing else of the append is stored
   */
  RuntimeException failure(Throwable failure, boolean nothing) {
    if (failure instanceof AppendException.LaneFull full) {
      return new RequestException.Overloaded(String.valueOf(full.getMessage()));
    }
    if (!over) {
      site.owned().giveUp();
      end();
    }
    return nothing && failure instanceof AppendException.LaneClosed
        ? new NotOwnerException(site.shard())
        : unknown();
  }

  private void writeRows(PendingAppend append, boolean whole) {
    List<KeyTable.Entry> entries =
        append.holders().stream()
            .map(
                item ->
                    new KeyTable.Entry(
                        item.key.orElseThrow(),
                        new KeyTable.Kept(item.id.orElseThrow(), item.body),
                        item.appendMicros))
            .toList();
    if (table.write(entries) && site.owned().mayAcknowledge()) {
      settle(append, whole);
    } else {
      fail(append, unknown());
    }
  }

  private void settle(PendingAppend append, boolean whole) {
    boolean now;
    try (var _ = memory.hold()) {
      memory.settle(append);
      now = mark.settle(append, append.tracked(memory.isLong()).filter(Item::isStored).count());
      attemptAll(append.waiting);
    }
    grown();
    if (now) {
      site.state().want();
    }
    append.items.stream()
        .filter(Item::isStored)
        .mapToLong(item -> item.appendMicros)
        .max()
        .ifPresent(this::appendedAt);
    if (!whole) {
      fail(append, new RequestException.Unknown(site.shard() + ": stored in part"));
    } else if (Spans.isAtHand(append)) {
      answer(append);
    } else {
      inBackground(append, () -> answer(append));
    }
  }

  /** Returns what to run without the monitor. */
  private Runnable ended(PendingAppend append, RuntimeException failure) {
    letGo(append);
    return () -> fail(append, failure);
  }

  /** Releases all that an append holds, and continues the appends that wait for it. */
  private void letGo(PendingAppend append) {
    memory.release(append);
    mark.release(append);
    append.state = State.OVER;
    attemptAll(append.waiting);
  }

  /** Answers with the positions of all events. */
  private void answer(PendingAppend append) {
    Optional<List<AppendedSpan>> found = site.read(() -> spans.of(append));
    if (found.isEmpty()) {
      fail(append, unknown());
      return;
    }
    drop(append);
    append.answer.complete(found.get());
  }

  private void fail(PendingAppend append, RuntimeException failure) {
    drop(append);
    append.answer.completeExceptionally(failure);
  }

  private void drop(PendingAppend append) {
    try (var _ = memory.hold()) {
      if (unanswered.remove(append)) {
        unansweredBytes -= append.bytes;
      }
      if (append.state == State.UNDECIDED) {
        append.state = State.OVER;
      }
    }
  }

  private RequestException.Unknown unknown() {
    return new RequestException.Unknown(site.shard() + ": the append may be stored or not");
  }

  /** Continues an append on a thread of its own. */
  private void inBackground(PendingAppend append, Runnable task) {
    site.context().start(() -> guarded(append, task));
  }

  /** Continues an append; an unexpected failure ends the ownership. */
  private void guarded(PendingAppend append, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{}: an append cannot go on, the shard is given up", site.shard(), e);
      site.owned().giveUp();
      end();
      fail(append, unknown());
    }
  }

  private static void nothing() {}
}
