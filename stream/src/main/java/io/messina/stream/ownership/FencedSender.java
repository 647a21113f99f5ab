package io.messina.stream.ownership;

import io.messina.store.FencedBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.stream.NodeTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Sends fenced writes until their outcome is known.
 *
 * @param store where to
 * @param time for the pauses
 * @param random for the jitter of pauses
 * @param rules the rules
 */
record FencedSender(Store store, NodeTime time, RandomGenerator random, Rules rules) {

  FencedWrite send(FencedBatch batch, BooleanSupplier goesOn) {
    FencedSending sending = rules.sending(batch);
    boolean interrupted = false;
    try {
      while (goesOn.getAsBoolean()) {
        Optional<FencedWrite> known = attempt(sending);
        if (known.isPresent()) {
          return known.get();
        }
        interrupted |= !pause(sending.pause(random));
      }
      return sending.abandoned();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
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

  /** An interrupted caller goes on: its write may be on its way, and somebody must know of it. */
  private boolean pause(Duration pause) {
    try {
      time.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
