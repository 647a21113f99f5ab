package io.messina.cluster;

import io.messina.cli.MessinaCommand;
import io.messina.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server, or another command of {@code ./messina}, in a process of its own. */
final class MessinaProcess extends JavaProcess {

  private static final List<String> SETTINGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx384m");

  private MessinaProcess(List<Path> before, Path folder, List<String> arguments)
      throws IOException {
    super(
        before,
        folder,
        Map.of(),
        newFile(folder, "out"),
        SETTINGS,
        MessinaCommand.class,
        arguments);
  }

  static MessinaProcess start(Path folder, List<String> arguments) throws IOException {
    return new MessinaProcess(List.of(), folder, arguments);
  }

  /** The same of the next version. */
  static MessinaProcess start(NewerBuild build, Path folder, List<String> arguments)
      throws IOException {
    return new MessinaProcess(List.of(build.classes()), folder, arguments);
  }

  /** A server prints its URL when it is ready. */
  void awaitReady() {
    awaitOutput(text -> text.contains("\n"));
  }
}
