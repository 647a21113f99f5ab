package io.messina.runtime;

import io.messina.store.StoreException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;

/**
 * Logs the failures of a loop that repeats an action: the first failure, each one of another kind
 * than the one before, and the first success after them. Safe for use by many threads.
 */
public final class LogOnce {

  private static final String NONE = "";

  private final Logger log;
  private final String what;
  private final AtomicReference<String> standing = new AtomicReference<>(NONE);

  /**
   * No failure yet.
   *
   * @param log gets a warning of each failure, and an information once it is over
   * @param what the part that fails, as in {@code the members cannot be read}
   */
  public LogOnce(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /**
   * It failed and will be tried again.
   *
   * @param failure why
   */
  public void failed(Throwable failure) {
    String kind = kind(failure);
    if (!standing.getAndSet(kind).equals(kind)) {
      // The stack of a temporary refusal says nothing beyond its sentence.
      if (failure instanceof StoreException || failure instanceof RequestException) {
        log.warn("{}; tried again until it succeeds: {}", what, failure.toString());
      } else {
        log.warn("{}; tried again until it succeeds", what, failure);
      }
    }
  }

  /** It succeeded. */
  public void succeeded() {
    if (!standing.get().equals(NONE) && !standing.getAndSet(NONE).equals(NONE)) {
      log.info("It is over that {}.", what);
    }
  }

  /**
   * Tries an action that may be tried again later.
   *
   * @param action whose exceptions are failures
   * @return whether it succeeded
   */
  public boolean attempt(Runnable action) {
    try {
      action.run();
      succeeded();
      return true;
    } catch (RuntimeException e) {
      failed(e);
      return false;
    }
  }

  private static String kind(Throwable failure) {
    String code = failure instanceof StoreException e ? e.code().name() : "";
    return failure.getClass().getName() + ' ' + code;
  }
}
