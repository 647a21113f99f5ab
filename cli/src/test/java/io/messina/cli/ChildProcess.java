package io.messina.cli;

import io.messina.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command in a process of its own, which can be ended by any signal. */
public final class ChildProcess extends JavaProcess {

  private static final List<String> SETTINGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx512m",
          "-Dmessina.demo.day=" + System.getProperty("messina.demo.day"));

  private ChildProcess(
      Path folder, Map<String, String> environment, Path stdout, String... arguments)
      throws IOException {
    super(folder, environment, stdout, SETTINGS, MessinaCommand.class, CommandRun.words(arguments));
  }

  public static ChildProcess start(Path folder, String... arguments) throws IOException {
    return start(folder, Map.of(), arguments);
  }

  public static ChildProcess start(
      Path folder, Map<String, String> environment, String... arguments) throws IOException {
    return new ChildProcess(folder, environment, newFile(folder, "out"), arguments);
  }

  /** With a file, or a device, as its standard output. */
  public static ChildProcess startWriting(Path folder, Path stdout, String... arguments)
      throws IOException {
    return new ChildProcess(folder, Map.of(), stdout, arguments);
  }

  /** A server on this folder, with more options; returns once it has printed its URL. */
  public static ChildProcess serve(Path folder, int port, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("serve", "--data"));
    arguments.add(folder.resolve("data").toString());
    arguments.addAll(List.of("--port", Integer.toString(port)));
    arguments.addAll(List.of(more));
    ChildProcess server = start(folder, arguments.toArray(String[]::new));
    server.awaitOutput(text -> text.contains("\n"));
    return server;
  }

  public String url() {
    return out().strip();
  }

  public int port() {
    return Integer.parseInt(url().substring(url().lastIndexOf(':') + 1));
  }
}
