package io.messina.runtime;

import io.messina.store.FencedBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Sends fenced writes until their outcome is known. Safe for use by many threads; each partition is
 * written to by one of them at a time.
 */
public final class FencedSender {

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(1280), 0.5);

  private final Context context;

  /**
   * A sender.
   *
   * @param context has the store, the time for the pauses and their jitter
   */
  public FencedSender(Context context) {
    this.context = context;
  }

  /**
   * Sends a batch, again and again while its outcome is not known, with pauses that double up to
   * about a second. Interrupting the caller does not break it off.
   *
   * @param batch the batch
   * @param goesOn asked before each sending: whether to send (again)
   * @return the outcome of the write
   * @throws io.messina.store.StoreException where trying again does not help; an earlier sending
   *     may have applied
   */
  public FencedWrite send(FencedBatch batch, BooleanSupplier goesOn) {
    FencedSending sending = new FencedSending(batch);
    for (int failures = 1; goesOn.getAsBoolean(); failures++) {
      Optional<FencedWrite> known = attempt(sending);
      if (known.isPresent()) {
        return known.get();
      }
      // Also if the thread is interrupted: the write may be on its way, and somebody must know.
      UninterruptibleSleep.sleep(context.time(), BACKOFF.after(failures, context.random()));
    }
    return sending.abandoned();
  }

  private Optional<FencedWrite> attempt(FencedSending sending) {
    try {
      return Optional.of(sending.answered(context.store().writeIf(sending.batch())));
    } catch (UnknownOutcomeException e) {
      return sending.unanswered();
    } catch (StoreUnavailableException e) {
      // This sending never applies; of earlier ones nothing new is known.
      return Optional.empty();
    }
  }
}
