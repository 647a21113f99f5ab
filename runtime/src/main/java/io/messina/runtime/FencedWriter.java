package io.messina.runtime;

import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Makes all fenced writes of one owner to one partition, by the rule of {@link
 * io.messina.store.Store#writeIf}: one in flight, and after an unknown outcome the same batch again
 * until the outcome is known or the owner stops. A writer that stops while an outcome is unknown,
 * or that was deposed, never writes again; it gives the same answer to everything.
 *
 * <p>Safe for use by many threads, which wait for each other. Interrupting one does not break its
 * write off.
 */
public final class FencedWriter {

  private final FencedSender sender;
  private final BooleanSupplier goesOn;
  private final PartitionKey partition;
  private final Mutex lock = new Mutex();
  private Fence standing; // under the lock
  private Optional<FencedWrite> ended = Optional.empty(); // under the lock
  private volatile boolean over;

  /**
   * The writer of one owner.
   *
   * @param sender sends its writes
   * @param goesOn whether the owner still is one
   * @param partition where to
   * @param standing the fence by which the owner took the partition over
   */
  public FencedWriter(
      FencedSender sender, BooleanSupplier goesOn, PartitionKey partition, Fence standing) {
    this.sender = sender;
    this.goesOn = goesOn;
    this.partition = partition;
    this.standing = standing;
  }

  /**
   * Writes a batch behind all earlier ones of this writer.
   *
   * @param changes adds the changes
   * @return the outcome of the write
   * @throws io.messina.store.StoreException where trying again does not help; the writer writes no
   *     more if the batch may have applied
   */
  public FencedWrite write(Consumer<FencedBatch.Builder> changes) {
    try (var _ = lock.hold()) {
      try {
        return ended.orElseGet(() -> send(changes));
      } finally {
        over = ended.isPresent();
      }
    }
  }

  /**
   * Whether it writes no more.
   *
   * @return whether it was deposed or has stopped without knowing the outcome of its last write
   */
  public boolean hasEnded() {
    return over;
  }

  private FencedWrite send(Consumer<FencedBatch.Builder> changes) {
    FencedBatch.Builder batch = FencedBatch.after(standing, standing.next(), partition);
    changes.accept(batch);
    FencedBatch built = batch.build();
    // Even if the sender throws, the batch may have been sent before.
    ended = Optional.of(new FencedWrite.Abandoned(true));
    FencedWrite outcome = sender.send(built, goesOn);
    if (outcome instanceof FencedWrite.Applied applied) {
      standing = applied.fence();
    }
    boolean open =
        outcome instanceof FencedWrite.Applied || outcome.equals(new FencedWrite.Abandoned(false));
    ended = open ? Optional.empty() : Optional.of(outcome);
    return outcome;
  }
}
