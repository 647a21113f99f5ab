package io.messina.stream.owner;

import io.messina.runtime.FencedWrite;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.ownership.OwnedShard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the fenced state of an owned shard: one write at a time, with the changes of all its
 * parts. So all waiting callers share a write, and waiting adds no delay. It does nothing while no
 * part has urgent changes. Safe for use by many threads.
 */
public final class StateWriter {

  private static final Logger LOG = LoggerFactory.getLogger(StateWriter.class);

  private final OwnedShard owned;
  private final ShardTimestamps timestamps;
  private final ThreadFactory threads;
  // All under this object's lock.
  private final Map<String, StatePart> parts = new LinkedHashMap<>();
  private boolean writing;
  private boolean wanted; // since the parts were last asked
  private @Nullable CompletableFuture<Void> flushing;
  private volatile boolean over; // changed under this object's lock

  StateWriter(OwnedShard owned, ShardTimestamps timestamps, ThreadFactory threads) {
    this.owned = owned;
    this.timestamps = timestamps;
    this.threads = threads;
  }

  /**
   * Adds a part, or replaces the one of this name.
   *
   * @param name of the part; writes ask the parts in the order in which they were added
   * @param part the part
   */
  public synchronized void add(String name, StatePart part) {
    parts.put(name, part);
  }

  public synchronized void remove(String name) {
    parts.remove(name);
  }

  /** A part has changes to be written {@link WriteNeed#NOW}. Does not block. */
  public synchronized void want() {
    wanted = true;
    if (!writing && !over) {
      writing = true;
      threads.newThread(this::writeAll).start();
    }
  }

  /**
   * Writes all changes, urgent or not, and waits until that is done.
   *
   * @return false if the shard was lost
   */
  public boolean flush() {
    beginFlush().join();
    return !over;
  }

  private synchronized CompletableFuture<Void> beginFlush() {
    if (over) {
      return CompletableFuture.completedFuture(null);
    }
    if (flushing == null) {
      flushing = new CompletableFuture<>();
    }
    want();
    return flushing;
  }

  /**
   * Writes some changes once, with those of all parts, and waits until that is done.
   *
   * @param name of no other part
   * @param changes adds them
   * @return false if the shard was lost
   */
  public boolean writeOnce(String name, Consumer<StateChanges> changes) {
    add(name, new Once(changes));
    boolean flushed = flush();
    remove(name);
    return flushed;
  }

  private static final class Once implements StatePart {

    private final Consumer<StateChanges> changes;
    private volatile boolean begun;

    private Once(Consumer<StateChanges> changes) {
      this.changes = changes;
    }

    @Override
    public WriteNeed need() {
      return begun ? WriteNeed.NONE : WriteNeed.NOW;
    }

    @Override
    public void write(StateChanges batch) {
      begun = true;
      changes.accept(batch);
    }

    @Override
    public void written() {}
  }

  /** Returns whether nothing can be written any more, permanently, because the shard is lost. */
  public boolean isOver() {
    return over;
  }

  private void writeAll() {
    try {
      do {
        for (List<StatePart> next = needing(); !next.isEmpty(); next = needing()) {
          write(next);
        }
      } while (goesOn());
    } catch (RuntimeException | Error e) {
      LOG.error("{}: its state cannot be written, it is given up", owned, e);
      end();
    }
  }

  /** The parts that have changes, if any of these are urgent. */
  private List<StatePart> needing() {
    List<StatePart> asked;
    boolean now;
    synchronized (this) {
      wanted = false;
      asked = over ? List.of() : List.copyOf(parts.values());
      now = flushing != null;
    }
    List<StatePart> needing = new ArrayList<>();
    // Without the lock, so that parts may request a write while they hold locks of their own.
    for (StatePart part : asked) {
      WriteNeed need = part.need();
      now |= need == WriteNeed.NOW;
      if (need != WriteNeed.NONE) {
        needing.add(part);
      }
    }
    return now ? needing : List.of();
  }

  /** Whether a write was requested in the meantime; if not, no thread is writing from now on. */
  private synchronized boolean goesOn() {
    if (wanted && !over) {
      return true;
    }
    stop();
    return false;
  }

  private void stop() {
    writing = false;
    if (flushing != null) {
      flushing.complete(null);
      flushing = null;
    }
  }

  private void write(List<StatePart> needing) {
    List<StatePart> taken = new ArrayList<>();
    FencedWrite outcome =
        timestamps.write(
            batch -> {
              StateChanges changes = new StateChanges(batch);
              for (StatePart part : needing) {
                if (taken.isEmpty() || !changes.isFull()) {
                  part.write(changes);
                  taken.add(part);
                }
              }
            });
    if (outcome instanceof FencedWrite.Applied) {
      taken.forEach(StatePart::written);
      putBack(taken);
    } else {
      end();
    }
  }

  /**
   * Puts the parts that were written behind the others, so that none is left out again and again.
   */
  private synchronized void putBack(List<StatePart> taken) {
    List<Map.Entry<String, StatePart>> written =
        parts.entrySet().stream()
            .filter(part -> taken.contains(part.getValue()))
            .map(Map.Entry::copyOf)
            .toList();
    written.forEach(part -> parts.remove(part.getKey()));
    written.forEach(part -> parts.put(part.getKey(), part.getValue()));
  }

  private synchronized void end() {
    over = true;
    owned.giveUp();
    stop();
  }
}
