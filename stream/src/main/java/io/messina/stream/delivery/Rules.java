package io.messina.stream.delivery;

import io.messina.api.Delivery;
import io.messina.api.Order;

/**
 * The rules on which the promises of a group rest, each in a place of its own: what goes wrong
 * without one of them is shown by tests that break it.
 */
class Rules {

  static final Rules RULES = new Rules();

  /** What follows; nothing else ever happens to an event. */
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

  /** Whether an event is handed out again although nobody knows what came of it. */
  boolean handsOutUncertain(Delivery guarantee) {
    return guarantee == Delivery.AT_LEAST_ONCE;
  }

  /** How long a lease of a former owner runs on from the take-over. */
  long restoredLeaseMillis(long leaseMillis) {
    return leaseMillis;
  }

  /** The first claim number of a new owner, given what the former wrote. */
  long firstClaim(StateImage image) {
    return image.claimsFrom();
  }

  /** Whether an event stays unfinished until its dead letter is durable. */
  boolean writesLetterBeforeFinishing() {
    return true;
  }
}
