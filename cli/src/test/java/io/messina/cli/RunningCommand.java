package io.messina.cli;

import io.messina.testkit.SystemWaiting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;

/** The command in a thread of this process, which goes on until it is interrupted. */
public final class RunningCommand implements AutoCloseable {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final FutureTask<Integer> exitCode;
  private final Thread thread;

  private RunningCommand(String... words) {
    this.exitCode =
        new FutureTask<>(
            () ->
                MessinaCommand.commandLine(words)
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(words));
    this.thread = Thread.ofPlatform().name("command").start(exitCode);
  }

  /** Starts it; the first argument may be several. */
  public static RunningCommand start(String... arguments) {
    return new RunningCommand(CommandRun.words(arguments).toArray(String[]::new));
  }

  public String out() {
    return out.toString();
  }

  public String err() {
    return err.toString();
  }

  /** Fails where the command has ended, and has not said it. */
  public void awaitOutput(Predicate<String> enough) {
    SystemWaiting.until(() -> exitCode.isDone() || enough.test(out()), this::toString);
    if (!enough.test(out())) {
      throw new AssertionError(toString());
    }
  }

  /** Likewise, of its errors. */
  public void awaitError(Predicate<String> enough) {
    SystemWaiting.until(() -> exitCode.isDone() || enough.test(err()), this::toString);
    if (!enough.test(err())) {
      throw new AssertionError(toString());
    }
  }

  public boolean isAlive() {
    return !exitCode.isDone();
  }

  /** What it ends with by itself. */
  public int awaitExit() throws Exception {
    return exitCode.get();
  }

  @Override
  public String toString() {
    return "out: " + out + "\nerr: " + err;
  }

  /** Returns once it has closed what it opened. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
