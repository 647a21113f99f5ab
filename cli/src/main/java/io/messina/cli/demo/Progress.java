package io.messina.cli.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Shows on a terminal how far each step has come, on one line that goes when the step is done. */
final class Progress {

  /** Set by the launcher, since Java cannot tell where stderr leads. */
  private static final String STDERR_IS_TERMINAL = "messina.stderr.terminal";

  private static final int BAR_WIDTH = 40;
  private static final String ERASE_LINE = "\r\033[K";

  private final Optional<PrintWriter> terminal;

  Progress(Optional<PrintWriter> terminal) {
    this.terminal = terminal;
  }

  /** Shows something only if stderr is a terminal. */
  static Progress onTerminal(PrintWriter stderr) {
    return new Progress(
        Boolean.getBoolean(STDERR_IS_TERMINAL) ? Optional.of(stderr) : Optional.empty());
  }

  Step begin(String name, int total) {
    return new Step(name, total);
  }

  private synchronized void show(String text) {
    terminal.ifPresent(
        writer -> {
          writer.print(text);
          writer.flush();
        });
  }

  /** One step; for use by many threads. */
  final class Step implements AutoCloseable {

    private final String name;
    private final int total;
    private final AtomicInteger done = new AtomicInteger();

    private Step(String name, int total) {
      this.name = name;
      this.total = total;
    }

    /** One more is done. */
    void advance() {
      int now = done.incrementAndGet();
      int percent = percent(now);
      if (percent > percent(now - 1)) {
        String bar = "#".repeat(percent * BAR_WIDTH / 100);
        show(String.format(Locale.ROOT, "\r%-8s [%-40s] %3d %%", name, bar, percent));
      }
    }

    @Override
    public void close() {
      show(ERASE_LINE);
    }

    private int percent(int count) {
      return (int) (100L * count / total);
    }
  }
}
