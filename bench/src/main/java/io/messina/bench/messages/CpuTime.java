package io.messina.bench.messages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The CPU time of this process on Linux, without its compilers; 0 elsewhere. */
final class CpuTime {

  private static final Path THREADS = Path.of("/proc/self/task");

  private CpuTime() {}

  /** Returns seconds, in which threads that have ended are missing. */
  static double seconds() {
    long nanos = 0;
    if (!Files.isDirectory(THREADS)) {
      return nanos;
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        nanos += nanos(thread);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return nanos / 1e9;
  }

  private static long nanos(Path thread) throws IOException {
    try {
      String name = Files.readString(thread.resolve("comm"));
      String times = Files.readString(thread.resolve("schedstat"));
      return name.startsWith("C1 ") || name.startsWith("C2 ")
          ? 0
          : Long.parseLong(times.substring(0, times.indexOf(' ')));
    } catch (NoSuchFileException e) {
      return 0;
    }
  }
}
