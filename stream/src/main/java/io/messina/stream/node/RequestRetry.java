package io.messina.stream.node;

import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.PeerException;
import java.time.Duration;

/**
 * Decides, for one request to one shard, what to do after a failed attempt: to retry after a pause,
 * while the shard has no owner and the request may be repeated; or to give up, and with which
 * exception. For one thread at a time.
 */
final class RequestRetry implements AutoCloseable {

  private final Patience patience;
  private final ShardId shard;
  private final Retry retry;
  private final long bytes;
  private final long untilNanos;
  private boolean inDoubt;
  private boolean holds;

  RequestRetry(Patience patience, ShardId shard, Retry retry, long bytes, long untilNanos) {
    this.patience = patience;
    this.shard = shard;
    this.retry = retry;
    this.bytes = bytes;
    this.untilNanos = untilNanos;
  }

  /**
   * Returns how long to wait before the next attempt. Throws the final answer if there must not be
   * one.
   */
  Duration after(RuntimeException failure) {
    boolean again = isPassing(failure);
    if (!again) {
      throw ended(failure);
    }
    if (inDoubt && retry == Retry.UNSAFE) {
      throw unknown();
    }
    if (patience.time().nanoTime() - untilNanos >= 0) {
      throw ended(unavailable("no owner answers"));
    }
    hold();
    return patience.pause();
  }

  /** The answer to a caller that was interrupted while it waited. */
  RequestException interrupted() {
    return inDoubt ? unknown() : unavailable("interrupted while no owner answered");
  }

  @Override
  public void close() {
    if (holds) {
      holds = false;
      patience.held().remove(bytes);
    }
  }

  private boolean isPassing(RuntimeException failure) {
    if (failure instanceof PeerException e) {
      inDoubt |= e.mayHaveHappened();
      return true;
    }
    if (failure instanceof RequestException.Unknown) {
      inDoubt = true;
      return retry == Retry.SAFE;
    }
    return failure instanceof NotOwnerException;
  }

  /** If an earlier attempt may have done it, the answer must not say that nothing was done. */
  private RuntimeException ended(RuntimeException failure) {
    boolean saysNothingWasDone =
        failure instanceof RequestException.Unavailable
            || failure instanceof RequestException.Overloaded;
    return inDoubt && saysNothingWasDone ? unknown() : failure;
  }

  private void hold() {
    if (!holds) {
      if (!patience.held().add(bytes)) {
        throw ended(
            new RequestException.Overloaded(
                shard + ": no owner, and too much waits for others already"));
      }
      holds = true;
    }
  }

  private RequestException unknown() {
    return new RequestException.Unknown(
        shard
            + ": no answer, it may be done or not (send it again, appends with an idempotency"
            + " key)");
  }

  private RequestException.Unavailable unavailable(String why) {
    return new RequestException.Unavailable(shard + ": " + why);
  }
}
