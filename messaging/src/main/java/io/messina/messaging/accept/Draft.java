package io.messina.messaging.accept;

import io.messina.api.message.NewMessage;
import io.messina.messaging.Message;
import java.time.Instant;

/**
 * A message that is checked and complete, before it is stored.
 *
 * @param decision also holds for repeats
 */
record Draft(NewMessage wanted, Decision decision, Message message) {

  /** The time for the schedule of its channel's stream. */
  Instant due() {
    return decision.due().or(wanted.times()::sendAt).orElse(decision.since());
  }
}
