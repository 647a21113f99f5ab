package io.messina.test.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes what each test class cost, and ends a JVM whose class hangs, with a dump of its threads.
 * Only where a build names the folder for both; in an IDE nothing is watched.
 *
 * <p>A line of the costs is {@code class;milliseconds;milliseconds of the processor;processes}; the
 * lines of one JVM add up to its whole cost.
 */
public final class ClassWatch implements TestExecutionListener {

  /** The folder that costs and dumps are written to. */
  public static final String FOLDER = "messina.test.costs";

  /** After how many minutes a class is ended whatever it does. */
  public static final String WHOLE_MINUTES = "messina.test.class.minutes";

  /** A part of the command line of processes that several JVMs of tests share. */
  public static final String SHARED = "messina.cassandra.shared";

  private static final Duration LOOKS = Duration.ofMillis(250);
  private static final int DUMP_SECONDS = 20;

  /** What is not of a class. */
  private static final String REST = "-";

  private final ProcessTree processes = new ProcessTree(System.getProperty(SHARED, ""));
  private final ClassLimits limits;
  private final String folder;

  private Counts counted = new Counts(System.nanoTime(), Duration.ZERO, 0);
  private String running = REST;

  /** For JUnit, which finds it by the service loader. */
  public ClassWatch() {
    this(
        new ClassLimits(
            Duration.ofMinutes(3),
            Duration.ofSeconds(30),
            Duration.ofMinutes(Integer.getInteger(WHOLE_MINUTES, 10))),
        System.getProperty(FOLDER, ""));
  }

  ClassWatch(ClassLimits limits, String folder) {
    this.limits = limits;
    this.folder = folder;
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan plan) {
    if (!folder.isEmpty()) {
      Thread watch = new Thread(this::watch, "limits of test classes");
      watch.setDaemon(true);
      watch.start();
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isTopClass(test)) {
      next(className(test));
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (isTopClass(test)) {
      next(REST);
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    next(REST);
  }

  private static boolean isTopClass(TestIdentifier test) {
    return test.getUniqueIdObject().getSegments().size() == 2
        && test.getSource().filter(ClassSource.class::isInstance).isPresent();
  }

  private static String className(TestIdentifier test) {
    return ((ClassSource) test.getSource().orElseThrow()).getClassName();
  }

  private synchronized void next(String name) {
    if (folder.isEmpty()) {
      return;
    }
    Counts now = counts();
    String line =
        "%s;%d;%d;%d%n"
            .formatted(
                running,
                (now.nanos - counted.nanos) / 1_000_000,
                now.cpu.minus(counted.cpu).toMillis(),
                now.processes - counted.processes);
    counted = now;
    running = name;
    try {
      Files.writeString(
          Files.createDirectories(Path.of(folder)).resolve(ProcessHandle.current().pid() + ".csv"),
          line,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Counts counts() {
    return new Counts(System.nanoTime(), processes.cpu(), processes.processes());
  }

  private void watch() {
    try {
      while (true) {
        look();
        Thread.sleep(LOOKS.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() {
    Counts now = counts();
    if (!running.equals(REST)) {
      limits
          .brokenBy(Duration.ofNanos(now.nanos - counted.nanos), now.cpu.minus(counted.cpu))
          .ifPresent(this::end);
    }
  }

  private void end(String why) {
    Path dump = Path.of(folder, running + ".threads").toAbsolutePath();
    System.err.println(running + " " + why + ", and is ended; its threads are in " + dump);
    try {
      Files.createDirectories(dump.getParent());
      new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
              String.valueOf(ProcessHandle.current().pid()),
              "Thread.dump_to_file",
              "-overwrite",
              dump.toString())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor(DUMP_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      System.err.println("The threads could not be written: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(1);
  }

  private record Counts(long nanos, Duration cpu, int processes) {}
}
