package io.messina.stream.ownership;

import io.messina.runtime.NodeTime;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.FencedBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Sends fenced writes until their outcome is known. Safe for use by many threads; each partition is
 * written to by one of them at a time.
 */
public final class FencedSender {

  private final Store store;
  private final NodeTime time;
  private final RandomGenerator random;
  private final Rules rules;

  /**
   * A sender.
   *
   * @param store where to
   * @param time for the pauses
   * @param random for the jitter of pauses; safe for use by many threads
   */
  public FencedSender(Store store, NodeTime time, RandomGenerator random) {
    this(store, time, random, new Rules());
  }

  FencedSender(Store store, NodeTime time, RandomGenerator random, Rules rules) {
    this.store = store;
    this.time = time;
    this.random = random;
    this.rules = rules;
  }

  /**
   * Sends a batch, again and again while its outcome is not known, with pauses that double up to
   * about a second. Interrupting the caller does not break it off.
   *
   * @param batch what to write
   * @param goesOn asked before each sending: whether to send (again)
   * @return what became of it
   * @throws io.messina.store.StoreException where trying again does not help; an earlier sending
   *     may have applied
   */
  public FencedWrite send(FencedBatch batch, BooleanSupplier goesOn) {
    FencedSending sending = rules.sending(batch);
    while (goesOn.getAsBoolean()) {
      Optional<FencedWrite> known = attempt(sending);
      if (known.isPresent()) {
        return known.get();
      }
      // Also for who is interrupted: the write may be on its way, and somebody must know of it.
      UninterruptibleSleep.sleep(time, sending.pause(random));
    }
    return sending.abandoned();
  }

  private Optional<FencedWrite> attempt(FencedSending sending) {
    try {
      return Optional.of(sending.answered(store.writeIf(sending.batch())));
    } catch (UnknownOutcomeException e) {
      return sending.unanswered();
    } catch (StoreUnavailableException e) {
      sending.refused();
      return Optional.empty();
    }
  }
}
