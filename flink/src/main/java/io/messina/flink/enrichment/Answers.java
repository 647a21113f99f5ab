package io.messina.flink.enrichment;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.operators.MailboxExecutor;

/**
 * Answers of the database on their way to the task's thread: one mail for all that have come, as a
 * mail for each is slower.
 */
final class Answers {

  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean mailed = new AtomicBoolean();
  private final MailboxExecutor mailbox;
  private final Handler handler;

  /** Handles the answers received, on the task's thread. */
  @FunctionalInterface
  interface Handler {
    void handle() throws Exception;
  }

  Answers(MailboxExecutor mailbox, Handler handler) {
    this.mailbox = mailbox;
    this.handler = handler;
  }

  /** Called by any thread. */
  void add(Runnable told) {
    queue.add(told);
    if (!mailed.get() && mailed.compareAndSet(false, true)) {
      try {
        mailbox.execute(handler::handle, "answers of the database");
      } catch (RejectedExecutionException e) {
        queue.clear(); // the task has ended, and asks again where it begins
      }
    }
  }

  /** Whether none has come that was not run. If not, a mail is on its way. */
  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Runs all that have come. Called by the task's thread. */
  void runAll() {
    mailed.set(false);
    for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
      next.run();
    }
  }
}
