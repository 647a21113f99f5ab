package io.messina.test.rules;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The processor time of this process and of all that it started, by looking now and then: the last
 * moments of a process that ended between two looks are not counted, nor one that lived less.
 */
final class ProcessTree {

  private final String exceptFor;
  private final Map<Long, Duration> started = new HashMap<>();

  /**
   * @param exceptFor a part of the command line of processes that outlive this one and are not its
   *     own; empty for none
   */
  ProcessTree(String exceptFor) {
    this.exceptFor = exceptFor;
  }

  /** Looks again, and tells the time so far. */
  synchronized Duration cpu() {
    ProcessHandle.current()
        .descendants()
        .filter(process -> !isOther(process))
        .forEach(
            process ->
                process
                    .info()
                    .totalCpuDuration()
                    .ifPresent(used -> started.put(process.pid(), used)));
    return started.values().stream().reduce(own(), Duration::plus);
  }

  /** Returns the number of processes seen. */
  synchronized int processes() {
    return started.size();
  }

  private boolean isOther(ProcessHandle process) {
    return !exceptFor.isEmpty()
        && !started.containsKey(process.pid())
        && process.info().commandLine().orElse("").contains(exceptFor);
  }

  private static Duration own() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? Duration.ofNanos(Math.max(0, system.getProcessCpuTime()))
        : Duration.ZERO;
  }
}
