package io.messina.stream.delivery;

import io.messina.api.Delivery;
import io.messina.api.Order;

/**
 * The rules on which the guarantees of a group rest, one method each, so that tests can break a
 * rule and show what goes wrong.
 */
class Rules {

  static final Rules RULES = new Rules();

  /** The next phase: no other transition ever happens. */
  Phase onto(Phase phase, Phase.Trigger trigger) {
    Phase next = phase.onto(trigger);
    if (next == null) {
      throw new IllegalStateException("an event that is " + phase + " cannot be " + trigger);
    }
    return next;
  }

  /** Whether later events of a key wait until a failed one has been tried again. */
  boolean keepsKeyForRetry(Order order) {
    return order == Order.KEY;
  }

  /** Whether an event is handed out again although its outcome is unknown. */
  boolean handsOutUncertain(Delivery delivery) {
    return delivery == Delivery.AT_LEAST_ONCE;
  }

  /** How long a former owner's lease continues after the take-over. */
  long restoredLeaseMillis(long leaseMillis) {
    return leaseMillis;
  }

  /** The first claim number of a new owner, given the state that the former one wrote. */
  long firstClaim(StateImage image) {
    return image.claimsFrom();
  }

  /** Whether an event stays unfinished until its dead letter is durable. */
  boolean writesLetterBeforeFinishing() {
    return true;
  }
}
