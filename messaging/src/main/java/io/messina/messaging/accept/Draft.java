package io.messina.messaging.accept;

import io.messina.api.message.NewMessage;
import io.messina.messaging.Message;
import java.time.Instant;

/**
 * A message that is checked and complete, before it is anywhere.
 *
 * @param wanted as it was asked for
 * @param decision what holds for its repeats too
 * @param message to be sent
 */
record Draft(NewMessage wanted, Decision decision, Message message) {

  /** When it goes into the stream of its channel, if that is by the schedule. */
  Instant due() {
    return decision.due().or(wanted.times()::sendAt).orElse(decision.since());
  }
}
