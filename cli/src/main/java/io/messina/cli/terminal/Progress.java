package io.messina.cli.terminal;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a step: on a terminal in one line that disappears when the step is done,
 * elsewhere by a plain line now and then. For use by many threads.
 */
public final class Progress {

  /** Set by the launcher, since Java cannot tell where stderr leads. */
  private static final String STDERR_IS_TERMINAL = "messina.stderr.terminal";

  static final String STDOUT_IS_TERMINAL = "messina.stdout.terminal";

  private static final int BAR_WIDTH = 30;
  private static final String ERASE_LINE = "\r\033[K";
  private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(50);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

  private final PrintWriter stderr;
  private final boolean terminal;
  private final LongSupplier nanoTime;

  Progress(PrintWriter stderr, boolean terminal, LongSupplier nanoTime) {
    this.stderr = stderr;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
  }

  /**
   * Shows it on stderr.
   *
   * @param stderr where it leads, terminal or not, the launcher has told
   * @return nothing shown yet
   */
  public static Progress on(PrintWriter stderr) {
    return new Progress(stderr, Boolean.getBoolean(STDERR_IS_TERMINAL), System::nanoTime);
  }

  /**
   * Shows it on stderr while lines are written to stdout; shows nothing if both are a terminal, on
   * which they would overwrite each other.
   *
   * @param stderr where it leads, the launcher has told
   * @return nothing shown yet
   */
  public static Progress besideOutput(PrintWriter stderr) {
    return Boolean.getBoolean(STDOUT_IS_TERMINAL) && Boolean.getBoolean(STDERR_IS_TERMINAL)
        ? new Progress(new PrintWriter(Writer.nullWriter()), false, System::nanoTime)
        : on(stderr);
  }

  /**
   * Begins a step.
   *
   * @param name the action, in one word
   * @param total how many there are, if that is known
   * @return the step, at none
   */
  public Step begin(String name, OptionalLong total) {
    return new Step(name, total);
  }

  /** One step. */
  public final class Step implements AutoCloseable {

    private final String name;
    private final OptionalLong total;
    private final long begun = nanoTime.getAsLong();
    private long shownAt = begun;
    private long done;

    private Step(String name, OptionalLong total) {
      this.name = name;
      this.total = total;
    }

    /**
     * More is done.
     *
     * @param count how much more
     */
    public synchronized void advance(long count) {
      done += count;
      long now = nanoTime.getAsLong();
      Duration pause = terminal ? BETWEEN_DRAWINGS : BETWEEN_LINES;
      if (now - shownAt >= pause.toNanos()) {
        shownAt = now;
        show(new Rate(done, total.orElse(done), Duration.ofNanos(now - begun)));
      }
    }

    /**
     * So much is done in all.
     *
     * @param count not less than before
     */
    public synchronized void reach(long count) {
      advance(count - done);
    }

    /** Takes the line from the terminal. */
    @Override
    public synchronized void close() {
      if (terminal) {
        stderr.print(ERASE_LINE);
        stderr.flush();
      }
    }

    private void show(Rate rate) {
      if (terminal) {
        stderr.print(ERASE_LINE + (total.isPresent() ? bar(rate) : plain(rate)));
      } else {
        stderr.println(plain(rate));
      }
      stderr.flush();
    }

    private String bar(Rate rate) {
      return String.format(
          Locale.ROOT,
          "%-10s [%-" + BAR_WIDTH + "s] %3d %%  %,d/s  %s left",
          name,
          "#".repeat(rate.percent() * BAR_WIDTH / 100),
          rate.percent(),
          rate.perSecond(),
          rate.remaining());
    }

    private String plain(Rate rate) {
      String of =
          total.isPresent()
              ? String.format(Locale.ROOT, " of %,d (%d %%)", rate.total(), rate.percent())
              : "";
      String left = total.isPresent() ? ", " + rate.remaining() + " left" : "";
      return String.format(
          Locale.ROOT, "%s: %,d%s, %,d/s%s", name, rate.done(), of, rate.perSecond(), left);
    }
  }
}
