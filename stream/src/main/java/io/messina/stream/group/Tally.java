package io.messina.stream.group;

import io.messina.api.ReceiptStatus;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.Outcome;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a group did at this owner. Safe for use by many threads. */
final class Tally {

  final LongAdder claimed = new LongAdder();
  final LongAdder acknowledged = new LongAdder();

  /** Events that were handed out again. */
  final LongAdder retried = new LongAdder();

  final LongAdder dead = new LongAdder();

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
}
