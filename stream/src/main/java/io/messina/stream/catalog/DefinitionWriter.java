package io.messina.stream.catalog;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.NodeTime;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.stream.StreamException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Changes definitions of one kind, which other processes change too. A request decides by what is
 * known, and writes if that still stands, as the fence tells; else it reads and decides again. That
 * there is nothing to do, or nothing that may be done, it decides by a read only. Its id stands in
 * the row that it wrote: so it finds out whether it was done, where an answer was lost and others
 * have written since.
 *
 * <p>The requests of a process wait for each other, as it has one write in flight. Interrupting one
 * does not break it off.
 */
final class DefinitionWriter {

  private static final int TRIES_MAX = 20;
  private static final int SENDINGS_MAX = 10;
  private static final int WAITING_MAX = 100;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(320), 1);

  private final PartitionKey partition;
  private final KnownDefinitions<?> known;
  private final FencedSender sender;
  private final NodeTime time;
  private final RandomGenerator random;
  private final ReentrantLock lock = new ReentrantLock();
  private Incarnation me; // under the lock
  private volatile boolean closed;

  DefinitionWriter(
      PartitionKey partition,
      KnownDefinitions<?> known,
      FencedSender sender,
      NodeTime time,
      RandomGenerator random) {
    this.partition = partition;
    this.known = known;
    this.sender = sender;
    this.time = time;
    this.random = random;
    this.me = Incarnation.next(random);
  }

  /**
   * Does what a request decides; what was done is known by then.
   *
   * @param decision decides from what stands, perhaps several times; a {@link StreamException} that
   *     it throws answers the request
   * @return the answer of the decision that was done
   * @throws StreamException.Unavailable where it was certainly not done
   * @throws StreamException.Unknown where it may have been done, or may be yet
   */
  <T> T change(Function<Definitions, Change<T>> decision) {
    if (lock.getQueueLength() >= WAITING_MAX) {
      throw new StreamException.Overloaded(
          partition + ": " + WAITING_MAX + " changes wait already");
    }
    lock.lock();
    try {
      return decideAndWrite(decision, HexFormat.of().toHexDigits(random.nextLong()));
    } finally {
      lock.unlock();
    }
  }

  /** Sends nothing again that has no answer yet. */
  void close() {
    closed = true;
  }

  private <T> T decideAndWrite(Function<Definitions, Change<T>> decision, String request) {
    Definitions standing = known.newest().definitions();
    Optional<Change<T>> foreseen = foreseen(decision, standing);
    if (foreseen.isEmpty()) {
      standing = known.readPatiently();
    }
    for (int i = 0; i < TRIES_MAX; i++) {
      Change<T> change =
          (foreseen.isPresent() ? foreseen.get() : decision.apply(standing)).writtenBy(request);
      if (change.put().isEmpty() || isWritten(change, standing)) {
        return change.answer();
      }
      foreseen = Optional.empty();
      standing = readAgain(i + 1);
      if (change.isMade(standing, request)) {
        return change.answer();
      }
    }
    throw new StreamException.Unavailable(
        partition + ": others changed it before each of " + TRIES_MAX + " tries");
  }

  /** The change by what is known, which may be old: it holds only if the fence lets it be made. */
  private <T> Optional<Change<T>> foreseen(
      Function<Definitions, Change<T>> decision, Definitions definitions) {
    if (!known.isLoaded()) {
      return Optional.empty();
    }
    try {
      return Optional.of(decision.apply(definitions)).filter(change -> change.put().isPresent());
    } catch (RuntimeException _) {
      return Optional.empty();
    }
  }

  /** Whether it has applied for certain; otherwise it can apply no more. */
  private boolean isWritten(Change<?> change, Definitions standing) {
    Incarnation writer = me;
    // Should the outcome stay unknown, no later write of this process may set the same fence.
    me = Incarnation.next(random);
    FencedBatch batch = batch(change, standing, writer);
    AtomicInteger sendings = new AtomicInteger(SENDINGS_MAX);
    return switch (sender.send(batch, () -> !closed && sendings.getAndDecrement() > 0)) {
      case FencedWrite.Applied applied -> {
        known.accept(standing.after(change, applied.fence()));
        me = writer;
        yield true;
      }
      case FencedWrite.Deposed _ -> {
        me = writer;
        yield false;
      }
      case FencedWrite.Abandoned abandoned -> throw abandoned(abandoned);
    };
  }

  private FencedBatch batch(Change<?> change, Definitions standing, Incarnation writer) {
    FencedBatch.Builder batch =
        standing
            .fence()
            .map(fence -> FencedBatch.after(fence, next(fence, writer), partition))
            .orElseGet(() -> FencedBatch.first(new Fence(0, 0, writer), partition));
    change.put().ifPresent(definition -> batch.put(DefinitionTable.row(partition, definition)));
    change.kept().ifPresent(definition -> batch.put(DefinitionTable.row(partition, definition)));
    change.removed().ifPresent(names -> batch.delete(DefinitionTable.range(names)));
    return batch.build();
  }

  private static Fence next(Fence standing, Incarnation writer) {
    return new Fence(standing.epoch(), standing.next().n(), writer);
  }

  /**
   * An earlier sending may have applied before another's write, so without a read it is unknown.
   */
  private Definitions readAgain(int tries) {
    UninterruptibleSleep.sleep(time, BACKOFF.after(tries, random));
    try {
      return known.readPatiently();
    } catch (StreamException.Unavailable e) {
      throw new StreamException.Unknown(
          partition + ": the change may be done or not (" + e.getMessage() + ")");
    }
  }

  private StreamException abandoned(FencedWrite.Abandoned abandoned) {
    return abandoned.mayApply()
        ? new StreamException.Unknown(partition + ": no answer; the change may be done or not")
        : new StreamException.Unavailable(partition + ": the store does not take the change");
  }
}
