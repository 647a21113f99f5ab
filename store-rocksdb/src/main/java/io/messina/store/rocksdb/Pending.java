package io.messina.store.rocksdb;

import io.messina.store.FenceOutcome;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** A request whose caller waits. The outcome is decided first, and told once it is durable. */
final class Pending {

  final Request request;

  private final CompletableFuture<FenceOutcome> answer = new CompletableFuture<>();
  private @Nullable FenceOutcome outcome;

  Pending(Request request) {
    this.request = request;
  }

  /** Waits until there is an answer or a failure, interrupted or not. */
  void await() {
    var _ = answer.handle((_, _) -> true).join();
  }

  /** Waits for the answer, interrupted or not. */
  FenceOutcome join() {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof StoreException cause ? cause : e;
    }
  }

  /** Adds the request to a group; one that is refused for its own sake fails alone. */
  void decide(CommitGroup group) throws RocksDBException {
    try {
      outcome = group.add(request);
    } catch (StoreException e) {
      fail(e);
    }
  }

  /** Tells the outcome, which is durable now. */
  void complete() {
    if (outcome != null) {
      answer.complete(outcome);
    }
  }

  void fail(StoreException e) {
    answer.completeExceptionally(e);
  }

  /**
   * Reports that the group failed: its writes may have applied, or may apply when the database is
   * opened again.
   */
  void failWith(Throwable cause) {
    String reason = "the disk did not take a write: " + cause.getMessage();
    boolean mayApply = request instanceof Request.Fenced && outcome instanceof FenceOutcome.Applied;
    fail(
        mayApply
            ? new UnknownOutcomeException(reason, cause)
            : new StoreUnavailableException(reason, cause));
  }
}
