package io.messina.messaging.accept;

import io.messina.api.message.NewMessage;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.track.TrackedMessages;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What acceptance works with.
 *
 * @param context of the process
 * @param streams of messages
 * @param drafting checks messages
 * @param quotas counts them
 * @param log knows what became of those that were accepted before
 * @param inProgress the keys of messages that are being accepted by this process
 */
record AcceptServices(
    Context context,
    MessageStreams streams,
    DraftBuilder drafting,
    Quotas quotas,
    TrackedMessages log,
    Set<MessageKeyTable.AccountKey> inProgress) {

  private static final int CALLS_MAX = 64;
  private static final int SCHEDULED_MAX = 256;

  AcceptServices(Context context, MessageStreams streams, DraftBuilder drafting) {
    this(
        context,
        streams,
        drafting,
        new Quotas(context, streams.streams().timestamps()),
        new TrackedMessages(context),
        ConcurrentHashMap.newKeySet());
  }

  /** Calls of the store. */
  ParallelCalls calls() {
    return new ParallelCalls(context.threads(), CALLS_MAX);
  }

  /** Calls of the schedule, which wait longer. */
  ParallelCalls scheduling() {
    return new ParallelCalls(context.threads(), SCHEDULED_MAX);
  }

  /** Gives back what a message has taken of its account's quotas: tests take nothing. */
  void giveBack(NewMessage wanted) {
    if (!wanted.marks().test()) {
      quotas.giveBack(wanted.account());
    }
  }
}
