package io.messina.peers.call;

import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the calls of other nodes by the shards of this one. Safe for use by many threads. */
public final class CallHandler {

  private static final Logger LOG = LoggerFactory.getLogger(CallHandler.class);

  private final ShardService node;

  /**
   * Answers from now on.
   *
   * @param node the shards of this node, and of no other: a call is never passed on
   */
  public CallHandler(ShardService node) {
    this.node = node;
  }

  /**
   * Answers a call; an exception of the node is an answer, too. An interrupt says that the caller
   * waits no more: events that are claimed for it are released.
   *
   * @param request of {@link RemoteShards}, or anything else
   * @return the answer
   * @throws InterruptedException if the caller waits no more for an append, which may be stored
   */
  public byte[] answer(byte[] request) throws InterruptedException {
    Call<?> call;
    try {
      call = CallKind.decode(request);
    } catch (IllegalArgumentException e) {
      return Answers.notUnderstood(e);
    }
    return answer(call);
  }

  private <A> byte[] answer(Call<A> call) throws InterruptedException {
    A answer;
    try {
      answer = call.on(node);
      if (Thread.currentThread().isInterrupted()) {
        answer = call.takeBack(node, answer);
      }
    } catch (RuntimeException e) {
      if (!isOrdinary(e)) {
        LOG.error("A call of another node has failed: {}", call.getClass().getSimpleName(), e);
      }
      return Answers.failed(e);
    }
    return Answers.done(CallKind.of(call).answer(), answer);
  }

  private static boolean isOrdinary(RuntimeException failure) {
    return failure instanceof NotOwnerException
        || failure instanceof RequestException
        || failure instanceof StoreException;
  }
}
