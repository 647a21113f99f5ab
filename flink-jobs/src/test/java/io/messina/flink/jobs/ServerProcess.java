package io.messina.flink.jobs;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.testkit.Jdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server in a process of its own, which ends with the test. */
public final class ServerProcess implements AutoCloseable {

  private final Process process;
  private final String url;

  private ServerProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Serves until its input ends.
   *
   * @param arguments the folder of its data
   * @throws Exception if it cannot serve
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Map<String, String> flags = Map.of("--port", "0", "--data", folder.resolve("data").toString());
    try (Node node = Node.start(Configuration.read(folder, Map.of(), flags))) {
      if (node.awaitReady(Duration.ofMinutes(1))) {
        System.out.println(node.baseUrl());
        int _ = System.in.read();
      }
    }
  }

  /** Without the RocksDB of Flink. */
  public static ServerProcess start(Path folder) throws IOException {
    Process process =
        Jdk.OURS
            .java(
                Jdk.classPath(part -> !part.contains("/frocksdbjni")),
                List.of("--enable-native-access=ALL-UNNAMED"),
                ServerProcess.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String url = lines.readLine();
    if (url == null) {
      throw new IOException("the server does not start");
    }
    return new ServerProcess(process, url);
  }

  public String url() {
    return url;
  }

  /** Answers nothing until it is resumed. */
  public void suspend() throws IOException, InterruptedException {
    signal("STOP");
  }

  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    int exit =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IOException("kill -" + name + ": exit code " + exit);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
