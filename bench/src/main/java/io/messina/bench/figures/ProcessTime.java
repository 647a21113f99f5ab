package io.messina.bench.figures;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * A moment in the life of this process, compilers and collector included.
 *
 * @param nanos of the wall clock
 * @param cpuNanos that the process had of all processors
 */
public record ProcessTime(long nanos, long cpuNanos) {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /**
   * Begins to measure.
   *
   * @return now
   */
  public static ProcessTime start() {
    return new ProcessTime(System.nanoTime(), SYSTEM.getProcessCpuTime());
  }

  /**
   * Returns the time since then.
   *
   * @return seconds
   */
  public double seconds() {
    return (System.nanoTime() - nanos) / 1e9;
  }

  /**
   * Returns the time of processors since then.
   *
   * @return microseconds
   */
  public double cpuMicros() {
    return (SYSTEM.getProcessCpuTime() - cpuNanos) / 1e3;
  }
}
