package io.messina.runtime.definition;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Changes definitions of one kind, which other processes change too. A request decides from the
 * known definitions, and writes if these are still current, which the fence ensures; otherwise it
 * reads and decides again. It reads in any case before it decides to write nothing or to fail. Its
 * id is stored in the row that it wrote, so that it can find out whether it was done even if an
 * answer was lost and others have written since.
 *
 * <p>The requests of a process run one after the other, because it has one write in flight. An
 * interrupt does not abort one.
 */
final class DefinitionWriter {

  private static final int TRIES_MAX = 20;
  private static final int SENDINGS_MAX = 10;
  private static final int WAITING_MAX = 100;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(320), 1);

  private final PartitionKey partition;
  private final WatchedDefinitions<?> known;
  private final Context context;
  private final FencedSender sender;
  private final Mutex lock = new Mutex();
  private Incarnation me; // under the lock

  DefinitionWriter(PartitionKey partition, WatchedDefinitions<?> known, Context context) {
    this.partition = partition;
    this.known = known;
    this.context = context;
    this.sender = new FencedSender(context);
    this.me = Incarnation.next(context.random());
  }

  /**
   * Makes the change that a request decides. When this returns, the change is known here.
   *
   * @param decision decides from the present definitions, perhaps several times; a {@link
   *     RequestException} that it throws answers the request
   * @return the answer of the decision that was carried out
   * @throws RequestException.Unavailable if it was certainly not done
   * @throws RequestException.Unknown if it may have been done, or may still be
   */
  <T> T change(Function<Definitions, Change<T>> decision) {
    if (lock.getQueueLength() >= WAITING_MAX) {
      throw new RequestException.Overloaded(
          partition + ": " + WAITING_MAX + " changes wait already");
    }
    lock.lock();
    try {
      return decideAndWrite(decision, HexFormat.of().toHexDigits(context.random().nextLong()));
    } finally {
      lock.unlock();
    }
  }

  private <T> T decideAndWrite(Function<Definitions, Change<T>> decision, String request) {
    Definitions standing = known.known();
    Optional<Change<T>> foreseen = foreseen(decision, standing);
    if (foreseen.isEmpty()) {
      standing = known.read();
    }
    for (int i = 1; i <= TRIES_MAX; i++) {
      Definitions current = standing;
      Change<T> change = foreseen.orElseGet(() -> decision.apply(current)).writtenBy(request);
      if (change.put().isEmpty() || isWritten(change, standing)) {
        return change.answer();
      }
      foreseen = Optional.empty();
      standing = readAgain(i);
      if (change.isMade(standing, request)) {
        return change.answer();
      }
    }
    throw new RequestException.Unavailable(
        partition + ": others changed it before each of " + TRIES_MAX + " tries");
  }

  /**
   * Decides from known definitions, which may be old: the result counts only if the fence accepts
   * the write.
   */
  private <T> Optional<Change<T>> foreseen(
      Function<Definitions, Change<T>> decision, Definitions definitions) {
    if (!known.isLoaded()) {
      return Optional.empty();
    }
    try {
      return Optional.of(decision.apply(definitions)).filter(change -> change.put().isPresent());
    } catch (RuntimeException e) {
      return Optional.empty(); // decided again, from the present definitions
    }
  }

  /** Whether the write has certainly applied; otherwise it can no longer apply. */
  private boolean isWritten(Change<?> change, Definitions standing) {
    Incarnation writer = me;
    // If the outcome stays unknown, no later write of this process may set the same fence.
    me = Incarnation.next(context.random());
    FencedBatch batch = batch(change, standing, writer);
    AtomicInteger sendings = new AtomicInteger(SENDINGS_MAX);
    FencedWrite written =
        sender.send(batch, () -> !known.isClosed() && sendings.getAndDecrement() > 0);
    if (written instanceof FencedWrite.Abandoned abandoned) {
      throw abandoned(abandoned);
    }
    if (written instanceof FencedWrite.Applied applied) {
      known.accept(standing.after(change, applied.fence()));
    }
    me = writer;
    return written instanceof FencedWrite.Applied;
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
   * An earlier attempt may have applied before another's write, so without a read the outcome is
   * unknown.
   */
  private Definitions readAgain(int tries) {
    UninterruptibleSleep.sleep(context.time(), BACKOFF.after(tries, context.random()));
    try {
      return known.read();
    } catch (RequestException.Unavailable e) {
      throw new RequestException.Unknown(
          partition + ": the change may be done or not (" + e.getMessage() + ")");
    }
  }

  private RequestException abandoned(FencedWrite.Abandoned abandoned) {
    return abandoned.mayApply()
        ? new RequestException.Unknown(partition + ": no answer; the change may be done or not")
        : new RequestException.Unavailable(partition + ": the store does not take the change");
  }
}
