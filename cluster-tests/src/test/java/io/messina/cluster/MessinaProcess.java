package io.messina.cluster;

import io.messina.cli.MessinaCommand;
import io.messina.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server, or another command of {@code ./messina}, in a process of its own. */
final class MessinaProcess extends JavaProcess {

  private static final List<String> SETTINGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx384m");

  private MessinaProcess(
      List<Path> before, Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    super(
        before,
        folder,
        environment,
        newFile(folder, "out"),
        SETTINGS,
        MessinaCommand.class,
        arguments);
  }

  static MessinaProcess start(Path folder, List<String> arguments) throws IOException {
    return start(Optional.empty(), folder, Map.of(), arguments);
  }

  /**
   * Starts it.
   *
   * @param newer the next version, or empty for this one
   * @param folder where it runs
   * @param environment more variables
   */
  static MessinaProcess start(
      Optional<NewerBuild> newer,
      Path folder,
      Map<String, String> environment,
      List<String> arguments)
      throws IOException {
    return new MessinaProcess(
        newer.map(NewerBuild::classes).stream().toList(), folder, environment, arguments);
  }

  /** A server prints its URL when it is ready. */
  void awaitReady() {
    awaitOutput(text -> text.contains("\n"));
  }
}
