package io.messina.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The clocks of a process that stand while it is paused, as those of a virtual machine that is
 * stopped for a while. A library does it that Debian has in {@code libfaketime}: it comes between
 * the process and the clocks of the system, the wall clock and the monotonic one, and adds to both
 * what a file says.
 */
final class StandingClocks {

  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";
  private static final String FILE = "clocks";

  private final Path file;

  /** The clocks of the processes that run in a folder, one after another. */
  StandingClocks(Path folder) {
    this.file = folder.resolve(FILE);
    goOn();
  }

  /** Whether the library is installed. */
  static boolean exist() {
    return !environment().isEmpty();
  }

  /** The variables of a process with such clocks; none if the library is not installed. */
  static Map<String, String> environment() {
    try (Stream<Path> folders = Files.list(LIBRARIES)) {
      return folders
          .map(folder -> folder.resolve(LIBRARY))
          .filter(Files::exists)
          .findAny()
          .map(
              library ->
                  Map.of(
                      "LD_PRELOAD",
                      library.toString(),
                      "FAKETIME_TIMESTAMP_FILE",
                      FILE,
                      "FAKETIME_CACHE_DURATION", // of what the file says, in seconds
                      "1"))
          .orElse(Map.of());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Says, while a process is paused, that its clocks stood since the pause began.
   *
   * @param time at least 2 s, or the process would use what the file said before
   */
  void stood(Duration time) {
    write(time);
  }

  /** Lets them show the time again, within a second, as servers do not start with a wrong one. */
  void goOn() {
    write(Duration.ZERO);
  }

  private void write(Duration behind) {
    try {
      Files.writeString(file, String.format(Locale.ROOT, "-%.3f%n", behind.toMillis() / 1000.0));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
