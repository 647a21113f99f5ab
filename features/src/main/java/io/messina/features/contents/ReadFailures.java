package io.messina.features.contents;

import io.messina.runtime.RequestException;
import io.messina.store.StoreUnavailableException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges the exceptions of reads. An unexpected failure is logged the first time, the second, the
 * fourth and so on, as one call may meet it ten thousand times. Safe for use by many threads.
 */
final class ReadFailures {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFailures.class);

  private static final ReadFailure AWAY = new ReadFailure("the store does not answer now", true);
  private static final ReadFailure UNFORESEEN =
      new ReadFailure("it cannot be read; the log of the server tells why", false);

  private final AtomicLong unforeseen = new AtomicLong();

  /**
   * Judges the exception of a read.
   *
   * @param what was read, for the log
   * @return the reason for the caller, without the message of the store
   */
  ReadFailure of(RuntimeException thrown, Object what) {
    return switch (thrown) {
      case StoreUnavailableException _ -> AWAY;
      case RequestException.Unavailable _ -> AWAY;
      default -> {
        long count = unforeseen.incrementAndGet();
        if (Long.bitCount(count) == 1) {
          LOG.error(
              "{} cannot be read: failure {} of this kind since the start", what, count, thrown);
        }
        yield UNFORESEEN;
      }
    };
  }
}
