package io.messina.stream.append;

import io.messina.stream.Event;
import io.messina.stream.StreamException;
import io.messina.stream.cache.CacheBudget;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.lane.AppendException;
import io.messina.stream.lane.LaneWriter;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.ShardSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.LongConsumer;

/**
 * Appends events with keys or numbers. An append is decided and handed to the lane at the same
 * moment, so that batches are in the log in the order of the decisions. An append that must wait
 * holds nothing. Safe for use by many threads.
 */
final class KeyedAppends {

  /** How long keys stay in memory after their last use. */
  private static final long KEPT_MICROS = TimeUnit.MINUTES.toMicros(1);

  private final ShardSite site;
  private final LaneWriter lane;
  private final Spans spans;
  private final KeyRows rows;
  private final KeyLookup known;
  private final Lock lock;
  private final LongConsumer appendedAt;
  private final DeduplicationState memory; // under the lock
  private final PendingAppends unanswered = new PendingAppends(); // under the lock
  private final AppendAnswers answers;
  private final Runnable rebuild;
  private final CacheBudget.Account account;
  private List<PendingAppend> whenRebuilt = new ArrayList<>(); // under the lock
  private List<PendingAppend> whenMarked = new ArrayList<>(); // under the lock
  private CompletableFuture<Void> whole = new CompletableFuture<>(); // under the lock
  private long usedMicros; // under the lock: when keys were last used
  private boolean rebuilding = true; // under the lock
  private int needed; // under the lock: how many users beside appends need the keys in memory
  private volatile boolean over;

  /**
   * The appends of a shard, which wait until memory is rebuilt.
   *
   * @param appendedAt called with append times
   * @param rebuild starts to read the keys again after memory freed them
   */
  KeyedAppends(
      ShardSite site,
      LaneWriter lane,
      Spans spans,
      DeduplicationState memory,
      LongConsumer appendedAt,
      Runnable rebuild) {
    this.site = site;
    this.lane = lane;
    this.spans = spans;
    this.rows = new KeyRows(site);
    this.known = new KeyLookup(site, memory, rows, this::need, this::needNoMore);
    this.memory = memory;
    this.appendedAt = appendedAt;
    this.rebuild = rebuild;
    this.account = site.caches().open(this::giveBack);
    this.lock = memory.lock();
    this.answers = new AppendAnswers(site, spans, lock, unanswered, this::end);
  }

  /**
   * Appends; see {@link ShardAppender#append}.
   *
   * @param firstWins whether an event with a known key but another body counts as a repeat
   */
  CompletableFuture<List<AppendedSpan>> append(List<Event> events, boolean firstWins) {
    PendingAppend append = new PendingAppend(events, memory.windows(), firstWins);
    Optional<String> fault = Decisions.fault(append);
    if (fault.isPresent()) {
      return CompletableFuture.failedFuture(
          new StreamException.Refused(StreamException.Refused.Reason.OUT_OF_BOUNDS, fault.get()));
    }
    lock.lock();
    try {
      if (over) {
        return CompletableFuture.failedFuture(new NotOwnerException(site.shard()));
      }
      if (!unanswered.admit(append)) {
        return CompletableFuture.failedFuture(
            new StreamException.Overloaded(site.shard() + ": too many keyed appends wait already"));
      }
    } finally {
      lock.unlock();
    }
    attempt(append);
    return append.answer;
  }

  /** Looks up known keys. */
  KeyLookup known() {
    return known;
  }

  /** Memory contains all recent keys of the log: continues the appends that wait for it. */
  void rebuilt() {
    List<PendingAppend> waiting;
    lock.lock();
    try {
      rebuilding = false;
      whole.complete(null);
      waiting = whenRebuilt;
      whenRebuilt = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    grown();
    attemptAll(waiting);
  }

  /** Reports the memory of the keys to the budget. */
  void grown() {
    long growth;
    lock.lock();
    try {
      growth = memory.windows().takeGrowth();
    } finally {
      lock.unlock();
    }
    account.add(growth);
  }

  /**
   * Forgets keys, unless they are needed or were used recently: the next append waits until they
   * are read again.
   */
  private long giveBack() {
    lock.lock();
    try {
      boolean isLate = site.nowMicros() - usedMicros >= KEPT_MICROS;
      if (over || !whole.isDone() || needed > 0 || !unanswered.isEmpty() || !isLate) {
        return 0;
      }
      if (memory.windows().giveBack(site.nowMicros())) {
        whole = new CompletableFuture<>();
      }
      return -memory.windows().takeGrowth();
    } finally {
      lock.unlock();
    }
  }

  /** Keeps the keys in memory until {@link #needNoMore}; completed once all are there. */
  private CompletableFuture<Void> need() {
    CompletableFuture<Void> needing;
    Runnable reading;
    lock.lock();
    try {
      needed++;
      usedMicros = site.nowMicros();
      needing = whole;
      reading = readAgain();
    } finally {
      lock.unlock();
    }
    reading.run();
    return needing;
  }

  private void needNoMore() {
    lock.lock();
    try {
      needed--;
    } finally {
      lock.unlock();
    }
  }

  /** Called under the lock; returns a task to run without it. */
  private Runnable readAgain() {
    if (over || rebuilding || whole.isDone()) {
      return KeyedAppends::nothing;
    }
    rebuilding = true;
    return rebuild;
  }

  /** The mark may be durable now. */
  void marked() {
    List<PendingAppend> waiting;
    lock.lock();
    try {
      waiting = whenMarked;
      whenMarked = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    attemptAll(waiting);
  }

  /** Takes nothing new, and fails waiting appends, of which nothing is stored. */
  void end() {
    List<PendingAppend> waiting;
    NotOwnerException failure = new NotOwnerException(site.shard());
    lock.lock();
    try {
      over = true;
      waiting = unanswered.takeUndecided();
      whole.completeExceptionally(failure);
    } finally {
      lock.unlock();
    }
    account.close();
    waiting.forEach(append -> answers.fail(append, failure));
  }

  /** Waits until all appends in progress are answered; called after {@link #end}. */
  void await() {
    held().forEach(append -> append.answer.handle((answer, failure) -> true).join());
  }

  /** Fails appends that will not be answered any more, because the lane is closed. */
  void abandon() {
    held()
        .forEach(
            append ->
                answers.fail(
                    append,
                    append.handedOver ? answers.unknown() : new NotOwnerException(site.shard())));
  }

  private List<PendingAppend> held() {
    lock.lock();
    try {
      return unanswered.held();
    } finally {
      lock.unlock();
    }
  }

  private void attemptAll(List<PendingAppend> waiting) {
    if (!waiting.isEmpty()) {
      site.start(() -> waiting.forEach(this::attempt));
    }
  }

  private void attempt(PendingAppend append) {
    answers.guarded(append, () -> decided(append).run());
  }

  /** Decides under the lock; returns a task to run without it. */
  private Runnable decided(PendingAppend append) {
    lock.lock();
    try {
      if (!unanswered.isUndecided(append)) {
        return KeyedAppends::nothing;
      }
      usedMicros = site.nowMicros();
      if (!whole.isDone()) {
        whenRebuilt.add(append);
        return readAgain();
      }
      boolean tracked = append.isTracked(memory.windows().isLong());
      if (tracked && !memory.mark().stands()) {
        memory.mark().want();
        whenMarked.add(append);
        return site.state()::want;
      }
      return decided(append, tracked);
    } finally {
      lock.unlock();
    }
  }

  private Runnable decided(PendingAppend append, boolean tracked) {
    return switch (memory.decisions().keys(append, site.nowMicros())) {
      case AppendDecision.Wait(PendingAppend other) -> waits(append, other);
      case AppendDecision.Refuse(var answer) -> ended(append, answer);
      case AppendDecision.Go _ -> {
        unanswered.hold(append);
        if (tracked) {
          memory.mark().begin(append, lane.shownTo());
        }
        yield memory.windows().isLong() && !append.heldKeys.isEmpty()
            ? () -> answers.inBackground(append, () -> lookUp(append))
            : handOver(append);
      }
    };
  }

  /** Reads the rows of keys that memory does not know. The keys are held meanwhile. */
  private void lookUp(PendingAppend append) {
    List<Integer> indexes = List.copyOf(append.heldKeys.values());
    Optional<List<Optional<KeyTable.Kept>>> found =
        rows.find(indexes.stream().map(append::keyText).toList());
    Runnable next;
    lock.lock();
    try {
      next = found.map(kept -> lookedUp(append, indexes, kept)).orElseGet(() -> lost(append));
    } finally {
      lock.unlock();
    }
    next.run();
  }

  private Runnable lookedUp(
      PendingAppend append, List<Integer> indexes, List<Optional<KeyTable.Kept>> found) {
    for (int i = 0; i < indexes.size(); i++) {
      Optional<KeyTable.Kept> kept = found.get(i);
      if (kept.isPresent()
          && memory.decisions().kept(append, indexes.get(i), kept.get())
              instanceof AppendDecision.Refuse(var answer)) {
        return ended(append, answer);
      }
    }
    return handOver(append);
  }

  /** Holds the batches too, and hands everything to the lane at the same moment. */
  private Runnable handOver(PendingAppend append) {
    if (over) {
      return lost(append);
    }
    return switch (memory.decisions().batches(append, site.nowMicros())) {
      case AppendDecision.Wait(PendingAppend other) -> {
        Runnable others = letGo(append);
        unanswered.putBack(append);
        other.waiting.add(append);
        yield others;
      }
      case AppendDecision.Refuse(var answer) -> ended(append, answer);
      case AppendDecision.Go _ -> handedOver(append);
    };
  }

  private Runnable handedOver(PendingAppend append) {
    append.handedOver = true;
    SentParts handed = SentParts.to(lane, append, memory.decisions());
    return () -> handed.whenAnswered(() -> answers.guarded(append, () -> answered(append, handed)));
  }

  /** Called by the lane's thread, which must not be blocked. */
  private void answered(PendingAppend append, SentParts handed) {
    SentParts.Outcome outcome = handed.outcome(append);
    boolean whole = outcome.worst().isEmpty();
    boolean known = whole || (outcome.stored() > 0 && outcome.isFull());
    if (!known) {
      outcome.worst().ifPresent(worst -> failed(append, worst, outcome.stored()));
    } else if (memory.windows().isLong() && !append.heldKeys.isEmpty()) {
      answers.inBackground(append, () -> writeRows(append, whole));
    } else {
      settle(append, whole);
    }
  }

  /** Nothing of it is stored, or it is unknown what is. */
  private void failed(PendingAppend append, Throwable failure, int stored) {
    if (failure instanceof AppendException.LaneFull) {
      letGoWithLock(append);
      answers.fail(append, new StreamException.Overloaded(String.valueOf(failure.getMessage())));
      return;
    }
    boolean nothing = stored == 0 && failure instanceof AppendException.LaneClosed;
    if (!over) {
      site.owned().giveUp();
      end();
    }
    answers.fail(append, nothing ? new NotOwnerException(site.shard()) : answers.unknown());
  }

  private void writeRows(PendingAppend append, boolean whole) {
    if (rows.write(rows.entries(append, spans)) && site.owned().mayAcknowledge()) {
      settle(append, whole);
    } else {
      answers.fail(append, answers.unknown());
    }
  }

  private void settle(PendingAppend append, boolean whole) {
    boolean now;
    long growth;
    List<PendingAppend> waiting;
    lock.lock();
    try {
      memory.decisions().settle(append);
      growth = memory.windows().takeGrowth();
      memory.mark().settle(append, append.trackedAndStored(memory.windows().isLong()));
      now = memory.mark().need() == WriteNeed.NOW;
      waiting = append.takeWaiting();
    } finally {
      lock.unlock();
    }
    account.add(growth);
    if (now) {
      site.state().want();
    }
    append.lastMicros().ifPresent(appendedAt);
    attemptAll(waiting);
    if (!whole) {
      answers.fail(append, new StreamException.Unknown(site.shard() + ": stored in part"));
    } else if (Spans.isAtHand(append)) {
      answers.answer(append);
    } else {
      answers.inBackground(append, () -> answers.answer(append));
    }
  }

  private Runnable waits(PendingAppend append, PendingAppend other) {
    other.waiting.add(append);
    return KeyedAppends::nothing;
  }

  private Runnable lost(PendingAppend append) {
    return ended(append, new NotOwnerException(site.shard()));
  }

  private Runnable ended(PendingAppend append, RuntimeException failure) {
    Runnable others = letGo(append);
    return () -> {
      others.run();
      answers.fail(append, failure);
    };
  }

  private void letGoWithLock(PendingAppend append) {
    Runnable others;
    lock.lock();
    try {
      others = letGo(append);
    } finally {
      lock.unlock();
    }
    others.run();
  }

  /**
   * Releases all that an append holds, and continues the appends that wait for it. Called under the
   * lock.
   */
  private Runnable letGo(PendingAppend append) {
    memory.decisions().release(append);
    memory.mark().release(append);
    unanswered.letGo(append);
    List<PendingAppend> waiting = append.takeWaiting();
    return () -> attemptAll(waiting);
  }

  private static void nothing() {}
}
