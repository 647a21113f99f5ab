package io.messina.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs an example's second half in a separate process. */
final class OtherProcess {

  private OtherProcess() {}

  /** Waits for its end; returns its exit code. */
  static int run(Class<?> program, Path folder) throws IOException, InterruptedException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                folder.toString()))
        .inheritIO()
        .start()
        .waitFor();
  }
}
