package io.messina.stream.append;

import io.messina.stream.StreamException;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.state.ShardSite;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers appends with keys or numbers, and ensures that each gets an answer. */
final class AppendAnswers {

  private static final Logger LOG = LoggerFactory.getLogger(AppendAnswers.class);

  private final ShardSite site;
  private final Spans spans;
  private final Lock lock;
  private final PendingAppends unanswered; // under the lock
  private final Runnable end;

  /**
   * @param end stops taking appends
   */
  AppendAnswers(ShardSite site, Spans spans, Lock lock, PendingAppends unanswered, Runnable end) {
    this.site = site;
    this.spans = spans;
    this.lock = lock;
    this.unanswered = unanswered;
    this.end = end;
  }

  /** Answers with the positions of all events. */
  void answer(PendingAppend append) {
    Optional<List<AppendedSpan>> found = site.read(() -> spans.of(append));
    if (found.isEmpty()) {
      fail(append, unknown());
      return;
    }
    drop(append);
    append.answer.complete(found.get());
  }

  void fail(PendingAppend append, RuntimeException failure) {
    drop(append);
    append.answer.completeExceptionally(failure);
  }

  StreamException.Unknown unknown() {
    return new StreamException.Unknown(site.shard() + ": the append may be stored or not");
  }

  /** Continues an append on a thread of its own. */
  void inBackground(PendingAppend append, Runnable task) {
    site.start(() -> guarded(append, task));
  }

  /** Continues an append; an unexpected failure ends the ownership. */
  void guarded(PendingAppend append, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{}: an append cannot go on, the shard is given up", site.shard(), e);
      site.owned().giveUp();
      end.run();
      fail(append, unknown());
    }
  }

  private void drop(PendingAppend append) {
    lock.lock();
    try {
      unanswered.drop(append);
    } finally {
      lock.unlock();
    }
  }
}
