package io.messina.cli.serve;

import io.messina.cli.terminal.ExitCodes;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/**
 * The reaction to SIGTERM, SIGINT and SIGHUP: open resources are closed, then the process ends;
 * with exit code 0 if it was meant to run until the signal, which Java would not give it.
 */
public final class EndOfProcess {

  private static final int BROKEN_OFF = 130;

  private final AutoCloseable open;
  private final PrintWriter err;
  private final Thread hook = new Thread(this::end, "end");
  private volatile boolean awaited;

  private EndOfProcess(AutoCloseable open, PrintWriter err) {
    this.open = open;
    this.err = err;
  }

  /**
   * From now on a signal closes this.
   *
   * @param open the resource to close, once
   * @param err gets a sentence if that fails
   * @return to be awaited or cancelled
   */
  public static EndOfProcess closing(AutoCloseable open, PrintWriter err) {
    EndOfProcess end = new EndOfProcess(open, err);
    Runtime.getRuntime().addShutdownHook(end.hook);
    return end;
  }

  /** From now on the signal is the usual end, with exit code 0. */
  public void expect() {
    awaited = true;
  }

  /**
   * Waits for the signal; never returns.
   *
   * @throws InterruptedException where this thread is told to end, and not the process
   */
  public void await() throws InterruptedException {
    expect();
    new CountDownLatch(1).await();
  }

  /** Leaves signals to Java again, as everything is closed. */
  public void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // the process ends already
    }
  }

  private void end() {
    int exitCode = awaited ? ExitCodes.SUCCESS : BROKEN_OFF;
    try {
      open.close();
    } catch (Exception e) {
      err.println("messina: it did not end as it should: " + e);
      err.flush();
      exitCode = ExitCodes.FAILURE;
    }
    Runtime.getRuntime().halt(exitCode);
  }
}
