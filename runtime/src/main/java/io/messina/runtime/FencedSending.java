package io.messina.runtime;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import java.util.Optional;

/**
 * One fenced write and its state: the same batch is sent until its outcome is known. {@link
 * FenceOutcome.Rejected} showing exactly the batch's own next fence, writer included, means that an
 * earlier sending had applied. Not for use by several threads.
 */
public final class FencedSending {

  private final FencedBatch batch;
  private boolean unknown;

  /**
   * Nothing is sent yet.
   *
   * @param batch the batch
   */
  public FencedSending(FencedBatch batch) {
    this.batch = batch;
  }

  /**
   * Returns the batch to send, the same each time.
   *
   * @return always the same
   */
  public FencedBatch batch() {
    return batch;
  }

  /**
   * The store has answered.
   *
   * @param outcome its answer
   * @return the outcome of the write
   */
  public FencedWrite answered(FenceOutcome outcome) {
    return outcome instanceof FenceOutcome.Rejected rejected && !isOwn(rejected)
        ? new FencedWrite.Deposed(rejected.standing())
        : new FencedWrite.Applied(batch.next());
  }

  /**
   * The store has not answered: this sending may apply at any later time.
   *
   * @return the outcome of the write, if no more must be sent
   */
  public Optional<FencedWrite> unanswered() {
    unknown = true;
    return Optional.empty();
  }

  /**
   * The writer sends no more.
   *
   * @return the outcome of the write
   */
  public FencedWrite abandoned() {
    return new FencedWrite.Abandoned(unknown);
  }

  /**
   * Returns whether the present fence is the one that this batch sets: then an earlier sending of
   * it has applied.
   */
  private boolean isOwn(FenceOutcome.Rejected rejected) {
    return rejected.standing().equals(Optional.of(batch.next()));
  }
}
