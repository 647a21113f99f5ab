package io.messina.stream.append;

import io.messina.api.SourceBatch;
import io.messina.stream.StreamException;
import io.messina.stream.StreamException.Refused.Reason;
import io.messina.stream.append.PendingAppend.Batch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides about whole appends: holds all keys and numbers of an append, or none of them if another
 * append holds any, so that no two appends wait for each other. For use by one thread at a time.
 */
final class Decisions {

  private static final AppendDecision GO = new AppendDecision.Go();

  private final KeyWindows windows;
  private final Sources sources;
  private final Map<Long, PendingAppend> keyHolders = new HashMap<>();
  private final Map<SourceBatch, PendingAppend> batchHolders = new HashMap<>();

  Decisions(KeyWindows windows, Sources sources) {
    this.windows = windows;
    this.sources = sources;
  }

  /** Why an append is refused, independent of earlier appends. */
  static Optional<String> fault(PendingAppend append) {
    Set<SourceBatch> seen = new HashSet<>();
    for (Batch batch : append.batches()) {
      if (!seen.add(batch.number())) {
        return Optional.of(batch.number() + ": in parts (expected: its events next to each other)");
      }
    }
    return Optional.empty();
  }

  /** Holds the keys that are new. */
  AppendDecision keys(PendingAppend append, long nowMicros) {
    append.reset();
    for (int i = 0; i < append.size(); i++) {
      AppendDecision decision = append.isKeyed(i) ? key(append, i, nowMicros) : GO;
      if (!(decision instanceof AppendDecision.Go)) {
        release(append);
        return decision;
      }
    }
    return GO;
  }

  /** Applies the row that was read for a held key. */
  AppendDecision kept(PendingAppend append, int index, KeyTable.Kept kept) {
    if (kept.body() != append.body(index) && !append.firstWins(index)) {
      release(append);
      return otherBody(append, index);
    }
    releaseKey(append, index);
    append.heldKeys.remove(append.key(index));
    append.outcome(index, new EventOutcome.Kept(kept.id()));
    return GO;
  }

  /** Holds the batches that are new. */
  AppendDecision batches(PendingAppend append, long nowMicros) {
    for (Batch batch : append.batches()) {
      AppendDecision decision = batch(append, batch, nowMicros);
      if (!(decision instanceof AppendDecision.Go)) {
        release(append);
        return decision;
      }
    }
    return GO;
  }

  /** Releases all that an append holds: nothing of it was appended. */
  void release(PendingAppend append) {
    append.heldKeys.values().forEach(index -> releaseKey(append, index));
    append.heldKeys.clear();
    append.heldBatches.forEach(this::releaseBatch);
    append.heldBatches.clear();
  }

  /** Releases what a part holds that was not appended. */
  void release(PendingAppend append, PendingAppend.Stretch stretch) {
    for (int index : stretch.indexes()) {
      if (append.isKeyed(index)) {
        releaseKey(append, index);
        append.heldKeys.remove(append.key(index));
      }
    }
    if (stretch.batch().isPresent()) {
      releaseBatch(stretch.batch().get());
      append.heldBatches.remove(stretch.batch().get());
    }
  }

  /** Remembers what an append holds: all of it is appended. */
  void settle(PendingAppend append) {
    append.heldKeys.forEach(
        (key, index) -> {
          keyHolders.remove(key);
          windows
              .of(append.keyText(index))
              .settle(key, append.run(index).first(), append.run(index).firstAppendMicros());
        });
    append.heldKeys.clear();
    for (Batch batch : append.batches()) {
      if (append.isStored(batch.end() - 1)) {
        batchHolders.remove(batch.number());
        append.heldBatches.remove(batch.number());
        sources.settle(batch.number(), append.run(batch.end() - 1).firstAppendMicros());
      }
    }
    append.heldBatches.forEach(this::releaseBatch);
    append.heldBatches.clear();
  }

  private AppendDecision key(PendingAppend append, int index, long nowMicros) {
    long key = append.key(index);
    Integer own = append.heldKeys.get(key);
    if (own != null) {
      append.outcome(index, new EventOutcome.Twin(own));
      boolean agrees = append.body(index) == append.body(own) || append.firstWins(index);
      return agrees ? GO : otherBody(append, index);
    }
    return switch (windows.of(append.keyText(index)).see(key, append.body(index), nowMicros)) {
      case KeyCheck.First _ -> {
        append.heldKeys.put(key, index);
        keyHolders.put(key, append);
        yield GO;
      }
      case KeyCheck.Repeat repeat ->
          repeat(append, index, new EventOutcome.Repeat(repeat.position()));
      case KeyCheck.OtherBody other ->
          append.firstWins(index)
              ? repeat(append, index, new EventOutcome.Repeat(other.position()))
              : otherBody(append, index);
      case KeyCheck.UnderWay _ -> new AppendDecision.Wait(holder(keyHolders.get(key)));
    };
  }

  private static AppendDecision repeat(PendingAppend append, int index, EventOutcome outcome) {
    append.outcome(index, outcome);
    return GO;
  }

  private AppendDecision batch(PendingAppend append, Batch batch, long nowMicros) {
    return switch (sources.see(batch.number(), nowMicros)) {
      case NEW -> {
        append.heldBatches.add(batch.number());
        batchHolders.put(batch.number(), append);
        int there = Math.min(sources.storedOf(batch.number()), batch.end() - batch.from());
        yield past(append, batch.from(), batch.from() + there, new EventOutcome.Past());
      }
      case REPEAT -> past(append, batch.from(), batch.end(), new EventOutcome.Past());
      case UNCHECKED -> past(append, batch.from(), batch.end(), new EventOutcome.Unchecked());
      case UNDER_WAY -> new AppendDecision.Wait(holder(batchHolders.get(batch.number())));
      case TOO_MANY_SOURCES ->
          refused(
              Reason.OUT_OF_BOUNDS,
              "source: "
                  + batch.number().source()
                  + " (expected: one of the "
                  + Sources.SOURCES_MAX
                  + " that the shard knows already)");
    };
  }

  private static AppendDecision past(
      PendingAppend append, int from, int end, EventOutcome outcome) {
    for (int i = from; i < end; i++) {
      append.outcome(i, outcome);
    }
    return GO;
  }

  private void releaseKey(PendingAppend append, int index) {
    keyHolders.remove(append.key(index));
    windows.of(append.keyText(index)).release(append.key(index));
  }

  private void releaseBatch(SourceBatch batch) {
    batchHolders.remove(batch);
    sources.release(batch);
  }

  private static AppendDecision otherBody(PendingAppend append, int index) {
    return refused(
        Reason.KEY_USED,
        "idempotency key: " + append.keyText(index) + " (expected: the same event as before)");
  }

  private static AppendDecision refused(Reason reason, String why) {
    return new AppendDecision.Refuse(new StreamException.Refused(reason, why));
  }

  private static PendingAppend holder(@Nullable PendingAppend holder) {
    if (holder == null) {
      throw new IllegalStateException("something is under way that nobody holds");
    }
    return holder;
  }
}
