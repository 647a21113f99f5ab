package io.messina.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The processor time of a whole build.
 *
 * @param maven of Maven itself
 * @param started of all that it started and that ended: tests with what they started, compilers,
 *     checks
 * @param shared of the database that outlives those who use it
 */
record BuildCpu(Duration maven, Duration started, Duration shared) {

  private static final Path PROCESSES = Path.of("/proc");
  private static final int MILLIS_PER_TICK = 10; // USER_HZ is 100 on every Linux

  /** As the child of Maven sees it; nothing where the system has no {@code /proc}. */
  static Optional<BuildCpu> ofParent(Path sharedFolder) throws IOException {
    Optional<ProcessHandle> maven = ProcessHandle.current().parent();
    if (maven.isEmpty()) {
      return Optional.empty();
    }
    Path stat = PROCESSES.resolve(maven.get().pid() + "/stat");
    return Files.exists(stat)
        ? Optional.of(parse(Files.readString(stat), usedIn(sharedFolder)))
        : Optional.empty();
  }

  /**
   * Reads {@code /proc/PID/stat}, whose second field is a name in brackets that may hold anything;
   * the fields 14 to 17 are the process's own time and that of its children that ended, each in
   * user mode and in the kernel (proc(5)).
   */
  static BuildCpu parse(String stat, Duration shared) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return new BuildCpu(
        ticks(fields[11]).plus(ticks(fields[12])),
        ticks(fields[13]).plus(ticks(fields[14])),
        shared);
  }

  Duration whole() {
    return maven.plus(started).plus(shared);
  }

  private static Duration ticks(String field) {
    return Duration.ofMillis(Long.parseLong(field) * MILLIS_PER_TICK);
  }

  /** Of processes that name a folder in their command line. */
  private static Duration usedIn(Path folder) {
    String name = folder.toString();
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::info)
        .filter(info -> info.commandLine().orElse("").contains(name))
        .flatMap(info -> info.totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
