package io.messina.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** The speed of a step, and the time of its end. */
record Rate(long done, long total, Duration spent) {

  long perSecond() {
    return spent.isZero() ? 0 : Math.round(done / (spent.toNanos() / 1e9));
  }

  int percent() {
    return total <= 0 ? 100 : (int) Math.min(100, 100 * done / total);
  }

  /** Until the end, as it has gone so far. */
  String remaining() {
    if (done == 0) {
      return "?";
    }
    long seconds = Math.round(spent.toNanos() / 1e9 * (total - done) / done);
    return seconds < 60
        ? seconds + " s"
        : String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60);
  }
}
