package io.messina.stream.group;

import io.messina.api.ReceiptStatus;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.Outcome;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a group did at this owner. Safe for use by many threads. */
final class Tally {

  private final LongAdder claimed = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder retried = new LongAdder();
  private final LongAdder dead = new LongAdder();
  private final LongAdder expired = new LongAdder();

  void claimed(Effect.Claimed answer) {
    claimed.add(answer.positions().length);
    for (int attempt : answer.attempts()) {
      retried.add(attempt > 1 ? 1 : 0);
    }
  }

  void settled(Outcome outcome, List<ReceiptStatus> statuses) {
    if (outcome instanceof Outcome.Ack) {
      acknowledged.add(statuses.stream().filter(ReceiptStatus.OK::equals).count());
    }
  }

  void letterWritten() {
    dead.increment();
  }

  void expired(int count) {
    expired.add(count);
  }

  long claimed() {
    return claimed.sum();
  }

  long acknowledged() {
    return acknowledged.sum();
  }

  /** Events that were handed out again. */
  long retried() {
    return retried.sum();
  }

  long dead() {
    return dead.sum();
  }

  /** Unfinished events that had expired from the log. */
  long expired() {
    return expired.sum();
  }
}
