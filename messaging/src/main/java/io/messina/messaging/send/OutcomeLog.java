package io.messina.messaging.send;

import io.messina.api.message.MessageEvent;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.GroupedCalls;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.RejectedEventException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Makes durable what happened to a message, before its claim ends.
 *
 * @param context of the process
 * @param streams of messages
 * @param isClosing whether nobody waits any more
 * @param appends tells what happened to several messages at once, by the shard that they are told
 *     to: where one has no owner, the others go on
 */
record OutcomeLog(
    Context context,
    MessageStreams streams,
    BooleanSupplier isClosing,
    Map<Integer, GroupedCalls<MessageEvent>> appends) {

  private static final int CALLS_PER_SHARD_MAX = 2;
  private static final int EVENTS_PER_CALL_MAX = 500;

  /** So often it is tried again after a failure that is not of the store or a stream. */
  private static final int ODD_MAX = 5;

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(5), 0.2);

  static OutcomeLog of(Context context, MessageStreams streams, BooleanSupplier isClosing) {
    return new OutcomeLog(context, streams, isClosing, new ConcurrentHashMap<>());
  }

  /**
   * Tells, again and again until it is durable.
   *
   * @throws RejectedEventException if it cannot be told in the time that is left: the message
   *     becomes uncertain
   */
  void append(MessageEvent event) throws RejectedEventException {
    repeat(
        () -> ofShard(event).call(event),
        () -> streams.publish(List.of(event)),
        event.kind().toString());
  }

  private GroupedCalls<MessageEvent> ofShard(MessageEvent event) {
    return appends.computeIfAbsent(
        streams.shardOf(event.message()),
        _ ->
            new GroupedCalls<>(
                context.threads(), CALLS_PER_SHARD_MAX, EVENTS_PER_CALL_MAX, streams::publish));
  }

  /**
   * Sends a message back for another choice, likewise. To do it twice is to do it once.
   *
   * @param message that was refused
   * @param connector by whose provider
   */
  void reroute(Message message, String connector) throws RejectedEventException {
    Runnable action = () -> rerouteOnce(message, connector);
    repeat(action, action, "another choice");
  }

  /** Sends a message back, or throws what an append throws. */
  void rerouteOnce(Message message, String connector) {
    var _ =
        streams.stream(MessageStreams.ofChannel(message.recipient().channel()))
            .append(List.of(message.refusedBy(connector).keyedEvent()));
  }

  /** What is thrown for one of several that are told together says nothing of the others. */
  private void repeat(Runnable together, Runnable alone, String what)
      throws RejectedEventException {
    Runnable action = together;
    int oddMore = ODD_MAX;
    for (int failures = 1; ; failures++) {
      try {
        action.run();
        return;
      } catch (Throwable e) {
        if (!(e instanceof RequestException || e instanceof StoreException)) {
          action = alone;
          oddMore--;
        }
        if (isClosing.getAsBoolean()
            || oddMore == 0
            || !slept(BACKOFF.after(failures, context.random()))) {
          throw new RejectedEventException("not told before the end: " + what, e);
        }
      }
    }
  }

  private boolean slept(Duration duration) {
    try {
      context.time().sleep(duration);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
