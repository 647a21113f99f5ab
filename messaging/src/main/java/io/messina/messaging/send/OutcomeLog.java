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
 * Appends the outcome of a message to the history before its claim ends.
 *
 * @param isClosing whether the process shuts down, so that no call is repeated any more
 * @param appends group the events of each shard of the history: while one shard has no owner, the
 *     others continue
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
   * Appends an event, with repeats until it is durable.
   *
   * @throws RejectedEventException if that fails before the end: the message becomes uncertain
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
   * Appends a message to its channel again, with repeats, so that another connector is chosen.
   * Repeats have no effect.
   *
   * @param connector that has refused it
   */
  void reroute(Message message, String connector) throws RejectedEventException {
    Runnable action = () -> rerouteOnce(message, connector);
    repeat(action, action, "another choice");
  }

  /** Appends a message to its channel again, once. */
  void rerouteOnce(Message message, String connector) {
    var _ =
        streams.stream(MessageStreams.ofChannel(message.recipient().channel()))
            .append(List.of(message.refusedBy(connector).keyedEvent()));
  }

  /**
   * A failure of an append of several events says nothing about the others, so the event is
   * appended alone then.
   */
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
