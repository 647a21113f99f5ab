package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.NotDefinedException;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.StoreException;
import io.messina.stream.DelayedAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Cancels messages that still wait for their time. Safe for use by many threads. */
public record Cancellation(Context context, MessageStreams streams) {

  private static final Set<MessageState> WAITING =
      Set.of(MessageState.ACCEPTED, MessageState.ROUTED);

  private static final int TRIES = 8;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(2), 0.2);

  /**
   * Cancels a message.
   *
   * @return whether it is cancelled; if not, sending has begun
   * @throws NotDefinedException if no message has this id
   * @throws RequestException.Unavailable as {@link MessageFinder#find} does
   * @throws RequestException.Unknown if it may be cancelled
   */
  public boolean cancel(String message) {
    MessageReport report =
        new MessageFinder(new TrackedMessages(context), streams)
            .find(message)
            .orElseThrow(() -> new NotDefinedException("message", message));
    if (!WAITING.contains(report.state())) {
      return false;
    }
    for (MessageEvent event : report.events()) {
      if (event.details().schedule().isPresent() && cancel(event)) {
        tell(event.then(MessageEventKind.CANCELLED, context.now()));
        return true;
      }
    }
    return false;
  }

  /**
   * Withdraws it for good: a router or an acceptance that decided earlier may still try to schedule
   * it.
   */
  private boolean cancel(MessageEvent waiting) {
    return streams.stream(
            waiting
                .details()
                .connector()
                .map(MessageStreams::ofConnector)
                .orElseGet(() -> MessageStreams.ofChannel(waiting.recipient().channel())))
        .withdraw(DelayedAddress.parse(waiting.details().schedule().orElseThrow()));
  }

  /** Repeats the append: no other part publishes it later. */
  private void tell(MessageEvent cancelled) {
    for (int failures = 1; ; failures++) {
      try {
        streams.publish(List.of(cancelled));
        return;
      } catch (RequestException | StoreException e) {
        if (failures == TRIES) {
          throw e;
        }
        UninterruptibleSleep.sleep(context.time(), BACKOFF.after(failures, context.random()));
      }
    }
  }
}
