package io.messina.stream.trouble;

import io.messina.store.StoreException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;

/**
 * Something that a loop tries again and again. Its failures are logged once, as a warning: the
 * first one, and each that is of another kind than the one before. Safe for use by many threads.
 */
public final class StandingTrouble {

  private static final String NONE = "";

  private final Logger log;
  private final String what;
  private final AtomicReference<String> standing = new AtomicReference<>(NONE);

  /**
   * No trouble yet.
   *
   * @param log where it is told
   * @param what cannot be done while there is trouble, as in {@code the members cannot be read}
   */
  public StandingTrouble(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /**
   * It failed, and is tried again.
   *
   * @param failure why
   */
  public void met(Throwable failure) {
    String kind = kind(failure);
    if (!standing.getAndSet(kind).equals(kind)) {
      // The stack of what a store refuses for now says nothing that its sentence does not.
      if (failure instanceof StoreException) {
        log.warn("{}; tried again until it succeeds: {}", what, failure.toString());
      } else {
        log.warn("{}; tried again until it succeeds", what, failure);
      }
    }
  }

  /** It succeeded. */
  public void over() {
    if (!standing.get().equals(NONE) && !standing.getAndSet(NONE).equals(NONE)) {
      log.info("It is over that {}.", what);
    }
  }

  private static String kind(Throwable failure) {
    String code = failure instanceof StoreException e ? e.code().name() : "";
    return failure.getClass().getName() + ' ' + code;
  }
}
