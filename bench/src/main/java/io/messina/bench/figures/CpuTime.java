package io.messina.bench.figures;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;

/**
 * The CPU time of processes, from Linux' {@code /proc}, with an error of 10 ms for each thread.
 *
 * @param work seconds of all threads but those of the compilers, and of children that have ended
 * @param compilers seconds of the threads that compile code of a JVM, which a long run has no more
 */
public record CpuTime(double work, double compilers) {

  /** None. */
  public static final CpuTime ZERO = new CpuTime(0, 0);

  /** As Linux writes names of threads, cut off after 15 characters. */
  private static final Set<String> COMPILERS = Set.of("C1 CompilerThre", "C2 CompilerThre");

  private static final Path PROC = Path.of("/proc");
  private static final double TICKS_PER_SECOND = 100;
  private static final int UTIME = 11;
  private static final int CUTIME = 13;

  /** Whether this machine has the files that are read. */
  public static boolean isKnown() {
    return Files.exists(PROC.resolve("self/stat"));
  }

  /**
   * Of processes together.
   *
   * @param pids their numbers; one that has ended counts nothing
   * @return since they began
   * @throws IOException where a file cannot be read
   */
  public static CpuTime of(Collection<Long> pids) throws IOException {
    CpuTime sum = ZERO;
    for (long pid : pids) {
      sum = sum.plus(of(PROC.resolve(Long.toString(pid))));
    }
    return sum;
  }

  /** Of the process whose files are in a folder. */
  static CpuTime of(Path process) throws IOException {
    try {
      double all = seconds(process, UTIME) + seconds(process, CUTIME);
      double compilers = 0;
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
        for (Path thread : threads) {
          compilers += compilerSeconds(thread);
        }
      }
      return new CpuTime(all - compilers, compilers);
    } catch (IOException e) {
      throwIfThere(process, e);
      return ZERO;
    }
  }

  private static double compilerSeconds(Path thread) throws IOException {
    try {
      String name = Files.readString(thread.resolve("comm")).strip();
      return COMPILERS.contains(name) ? seconds(thread, UTIME) : 0;
    } catch (IOException e) {
      throwIfThere(thread, e);
      return 0;
    }
  }

  /** One that has ended since is no failure. */
  private static void throwIfThere(Path folder, IOException failure) throws IOException {
    if (Files.exists(folder)) {
      throw failure;
    }
  }

  /** Time as user and in the kernel, which stand side by side. */
  private static double seconds(Path folder, int at) throws IOException {
    String stat = Files.readString(folder.resolve("stat"));
    // Names in brackets may have blanks.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[at]) + Long.parseLong(fields[at + 1])) / TICKS_PER_SECOND;
  }

  /** Both together. */
  public CpuTime plus(CpuTime other) {
    return new CpuTime(work + other.work, compilers + other.compilers);
  }

  /** The time since an earlier one. */
  public CpuTime since(CpuTime earlier) {
    return new CpuTime(work - earlier.work, compilers - earlier.compilers);
  }
}
