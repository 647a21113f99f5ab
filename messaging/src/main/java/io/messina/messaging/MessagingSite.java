package io.messina.messaging;

import io.messina.runtime.Site;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What a part of messaging works with. */
public interface MessagingSite extends Site {

  /**
   * The time, as tables and streams keep it.
   *
   * @return in whole milliseconds
   */
  default Instant now() {
    return time().wall().instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
