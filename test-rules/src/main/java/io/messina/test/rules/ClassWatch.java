package io.messina.test.rules;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes the cost of each test class, and ends a JVM whose class hangs, with a dump of its threads.
 * Only where a build names the folder for both; in an IDE nothing is watched.
 *
 * <p>A line of the costs is {@code class;milliseconds;milliseconds of the processor;processes}; the
 * processor times and processes of one JVM add up to its whole cost. Classes that run at the same
 * time share their costs.
 */
public final class ClassWatch implements TestExecutionListener {

  /** The folder that costs and dumps are written to. */
  public static final String FOLDER = "messina.test.costs";

  /** The minutes after which a class is ended in any case. */
  public static final String WHOLE_MINUTES = "messina.test.class.minutes";

  /** A part of the command line of processes that several JVMs of tests share. */
  public static final String SHARED = "messina.cassandra.shared";

  private static final Duration LOOKS = Duration.ofMillis(250);
  private static final int DUMP_SECONDS = 20;

  /** The cost outside of classes. */
  private static final String REST = "-";

  private final ProcessTree processes = new ProcessTree(System.getProperty(SHARED, ""));
  private final ClassLimits limits;
  private final String folder;

  private final Map<String, Cost> running = new LinkedHashMap<>();
  private final Cost rest = new Cost(new Counts(System.nanoTime(), Duration.ZERO, 0));
  private Counts counted = rest.begin;

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
  public synchronized void executionStarted(TestIdentifier test) {
    if (isTopClass(test)) {
      Counts now = share();
      running.put(className(test), new Cost(now));
    }
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (isTopClass(test)) {
      Counts now = share();
      write(className(test), requireNonNull(running.remove(className(test))), now);
    }
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    Counts now = share();
    write(REST, rest, now);
    rest.clear(now);
  }

  private static boolean isTopClass(TestIdentifier test) {
    return test.getUniqueIdObject().getSegments().size() == 2
        && test.getSource().filter(ClassSource.class::isInstance).isPresent();
  }

  private static String className(TestIdentifier test) {
    return ((ClassSource) test.getSource().orElseThrow()).getClassName();
  }

  /**
   * Gives the costs since the last time to the running classes, in equal shares, and returns the
   * present total.
   */
  private Counts share() {
    Counts now = counts();
    Duration cpu = now.cpu.minus(counted.cpu);
    int started = now.processes - counted.processes;
    counted = now;
    Collection<Cost> sharing = running.isEmpty() ? List.of(rest) : running.values();
    sharing.forEach(cost -> cost.cpu = cost.cpu.plus(cpu.dividedBy(sharing.size())));
    sharing.iterator().next().processes += started;
    return now;
  }

  private void write(String name, Cost cost, Counts now) {
    if (folder.isEmpty()) {
      return;
    }
    String line =
        "%s;%d;%d;%d%n"
            .formatted(name, cost.ran(now).toMillis(), cost.cpu.toMillis(), cost.processes);
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
    running.forEach(
        (name, cost) ->
            limits
                .brokenBy(cost.ran(now), now.cpu.minus(cost.begin.cpu))
                .ifPresent(why -> end(name, why)));
  }

  private void end(String name, String why) {
    Path dump = Path.of(folder, name + ".threads").toAbsolutePath();
    System.err.println(name + " " + why + ", and is ended; its threads are in " + dump);
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

  /** Of a class, or of the time between classes. */
  private static final class Cost {

    private Counts begin;
    private Duration cpu = Duration.ZERO;
    private int processes;

    Cost(Counts begin) {
      this.begin = begin;
    }

    Duration ran(Counts now) {
      return Duration.ofNanos(now.nanos - begin.nanos);
    }

    void clear(Counts now) {
      begin = now;
      cpu = Duration.ZERO;
      processes = 0;
    }
  }
}
