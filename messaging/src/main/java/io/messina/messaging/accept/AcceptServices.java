package io.messina.messaging.accept;

import io.messina.api.message.NewMessage;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.track.TrackedMessages;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The services that acceptance uses.
 *
 * @param log finds messages that were accepted before
 * @param inProgress the keys of messages that this process accepts at the moment
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

  /** Returns one message to the quotas of its account. Test messages take none. */
  void giveBack(NewMessage wanted) {
    if (!wanted.marks().test()) {
      quotas.giveBack(wanted.account());
    }
  }
}
