package io.messina.features.read;

import io.messina.store.StoreUnavailableException;
import io.messina.stream.StreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why one of many reads failed.
 *
 * @param why a sentence
 * @param retryable whether asking again may help; else the log tells more
 */
public record ReadFailure(String why, boolean retryable) {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFailure.class);

  private static final ReadFailure AWAY = new ReadFailure("the store does not answer now", true);
  private static final ReadFailure UNFORESEEN =
      new ReadFailure("it cannot be read; the log of the server tells why", false);

  /**
   * Judges what a read threw, and logs what nobody foresaw.
   *
   * @param thrown by the read
   * @param what was read, for the log
   * @return what its reader is told, without anything of the store's own words
   */
  public static ReadFailure of(RuntimeException thrown, Object what) {
    return switch (thrown) {
      case StoreUnavailableException _ -> AWAY;
      case StreamException.Unavailable _ -> AWAY;
      default -> {
        LOG.error("{} cannot be read", what, thrown);
        yield UNFORESEEN;
      }
    };
  }
}
