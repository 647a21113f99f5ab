package io.messina.store.cql.probe;

import io.messina.store.Table;
import java.time.Duration;
import java.util.Optional;

/** The way in which the files of a table are merged. */
public final class Compaction {

  /** With fewer windows than this, expired rows would stay for long; with more, reads suffer. */
  private static final int WINDOWS_MAX = 50;

  private static final long MINUTE_SECONDS = 60;
  private static final long HOUR_MINUTES = 60;
  private static final long DAY_MINUTES = 24 * HOUR_MINUTES;

  private Compaction() {}

  /**
   * Returns the compaction of a table.
   *
   * @param table the declaration
   * @return the option of the table in CQL; empty if the choice is left to the database
   */
  public static Optional<String> of(Table table) {
    return table.isAppendOnly() ? table.lifetime().map(Compaction::windows) : Optional.empty();
  }

  /** Rows that were written together, and so expire together, leave as whole files. */
  private static String windows(Duration lifetime) {
    long minutes = Math.max(1, ceilDiv(lifetime.toSeconds(), WINDOWS_MAX * MINUTE_SECONDS));
    String unit = "MINUTES";
    long size = minutes;
    if (minutes > DAY_MINUTES) {
      unit = "DAYS";
      size = ceilDiv(minutes, DAY_MINUTES);
    } else if (minutes > HOUR_MINUTES) {
      unit = "HOURS";
      size = ceilDiv(minutes, HOUR_MINUTES);
    }
    return "compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '"
        + unit
        + "', 'compaction_window_size': '"
        + size
        + "'}";
  }

  private static long ceilDiv(long number, long divisor) {
    return (number + divisor - 1) / divisor;
  }
}
