package io.messina.enrichment;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.owner.NotOwnerException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.slf4j.LoggerFactory;

/**
 * Stores the dead letters of a shard, each on a separate thread, until it succeeds: a failed write
 * is tried again, as the key of a letter must wait for it.
 */
final class LetterWriter {

  /** So often a letter fails before that counts as trouble. */
  private static final int FAILURES_OF_TROUBLE = 3;

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 0.2);

  private final Context context;
  private final JobDeadLetters letters;
  private final BooleanSupplier mayAcknowledge;
  private final Shell shell;
  private final LogOnce stores =
      new LogOnce(LoggerFactory.getLogger(LetterWriter.class), "dead letters cannot be stored");
  private final AtomicReference<Optional<String>> trouble = new AtomicReference<>(Optional.empty());

  /** The shell of a writer. */
  interface Shell {

    boolean isStopped();

    /** Runs something soon on the shard's thread. */
    void post(Runnable task);

    /** Ends the enrichment of the shard in this process. */
    void stop();
  }

  /**
   * A writer that has nothing to do yet.
   *
   * @param mayAcknowledge whether the shard is owned for certain; throws once it is not
   * @param shell is told
   */
  LetterWriter(
      Context context, JobDeadLetters letters, BooleanSupplier mayAcknowledge, Shell shell) {
    this.context = context;
    this.letters = letters;
    this.mayAcknowledge = mayAcknowledge;
    this.shell = shell;
  }

  /**
   * Begins to store a letter.
   *
   * @param letter to store
   * @param timestampMicros of the owner, drawn in the order of the letters
   * @param stored runs on the shard's thread once the letter counts
   */
  void begin(Letter letter, long timestampMicros, Runnable stored) {
    context.threads().newThread(() -> store(letter, timestampMicros, stored)).start();
  }

  /** Why letters are not stored, if they are not. */
  Optional<String> trouble() {
    return trouble.get();
  }

  /** A stored letter counts only if the next owner, if there is one already, has seen it. */
  private void store(Letter letter, long timestampMicros, Runnable stored) {
    try {
      for (int failures = 1; !shell.isStopped(); failures++) {
        if (tryStore(letter, timestampMicros, failures)) {
          shell.post(mayAcknowledge.getAsBoolean() ? stored : shell::stop);
          return;
        }
        context.time().sleep(BACKOFF.after(failures, context.random()));
      }
    } catch (NotOwnerException | RequestException | InterruptedException e) {
      shell.post(shell::stop);
    }
  }

  private boolean tryStore(Letter letter, long timestampMicros, int failures) {
    try {
      letters.put(letter, timestampMicros);
      stores.succeeded();
      trouble.set(Optional.empty());
      return true;
    } catch (RuntimeException e) {
      stores.failed(e);
      if (failures >= FAILURES_OF_TROUBLE) {
        trouble.set(Optional.of("a dead letter cannot be stored: " + e));
        shell.post(() -> {}); // which shows it
      }
      return false;
    }
  }
}
