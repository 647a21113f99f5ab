package io.messina.flink.jobs;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.testkit.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.FileUtils;

/** A server in a process of its own, which ends with the test. */
public final class ServerProcess {

  private final Process process;
  private final String url;

  private ServerProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Serves until its input ends.
   *
   * @param arguments none
   * @throws Exception if it cannot serve
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("messina-server");
    try {
      serve(folder);
    } finally {
      FileUtils.deleteDirectory(folder.toFile());
    }
  }

  private static void serve(Path folder) throws Exception {
    Map<String, String> flags = Map.of("--port", "0", "--data", folder.resolve("data").toString());
    try (Node node = Node.start(Configuration.read(folder, Map.of(), flags))) {
      if (node.awaitReady(Duration.ofMinutes(1))) {
        System.out.println(node.baseUrl());
        int _ = System.in.read();
      }
    }
  }

  /** Without the RocksDB of Flink. */
  public static ServerProcess start() {
    try {
      Process process =
          Jdk.OURS
              .java(
                  Jdk.classPath(part -> !part.contains("/frocksdbjni")),
                  List.of(
                      "--enable-native-access=ALL-UNNAMED",
                      "-XX:TieredStopAtLevel=1",
                      "-XX:+UseSerialGC"),
                  ServerProcess.class.getName())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String url = process.inputReader(StandardCharsets.UTF_8).readLine();
      if (url == null) {
        throw new IOException("the server does not start");
      }
      return new ServerProcess(process, url);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
}
