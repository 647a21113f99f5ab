package io.messina.flink.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.Jdk;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A job manager and two task managers, each a process of its own. Their class path has Flink only,
 * so that a job has to bring all else.
 */
final class StandaloneCluster implements AutoCloseable {

  /** Other processes share the machine. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** What a job brings with it. */
  private static final Pattern OF_JOBS =
      Pattern.compile(
          ".*(/io/messina/|/messina|/classes|connector-base|java-driver|/tools/jackson/|/fasterxml/|/rocksdbjni).*");

  private static final List<String> SETTINGS = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1");

  private static final Map<String, String> MEMORY =
      Map.of(
          "framework.heap.size", "128m",
          "framework.off-heap.size", "128m",
          "task.heap.size", "256m",
          "task.off-heap.size", "0",
          "managed.size", "64m",
          "network.min", "32m",
          "network.max", "32m",
          "jvm-metaspace.size", "256m",
          "jvm-overhead.min", "64m",
          "jvm-overhead.max", "64m");

  private final Jdk jdk;
  private final Path folder;
  private final String classPath;
  private final int port = freePort();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Process jobManager;
  final List<Process> taskManagers = new ArrayList<>();

  private StandaloneCluster(Jdk jdk, Path folder) throws IOException {
    this.jdk = jdk;
    this.folder = folder;
    this.classPath = Jdk.classPath(part -> !OF_JOBS.matcher(part).matches());
    Map<String, String> settings = new TreeMap<>();
    settings.put("jobmanager.rpc.address", "127.0.0.1");
    settings.put("jobmanager.rpc.port", Integer.toString(freePort()));
    settings.put("jobmanager.memory.process.size", "512m");
    settings.put("rest.address", "127.0.0.1");
    settings.put("rest.port", Integer.toString(port));
    settings.put("taskmanager.host", "127.0.0.1");
    settings.put("taskmanager.numberOfTaskSlots", "2");
    settings.put("taskmanager.load-balance.mode", "SLOTS");
    settings.put("taskmanager.cpu.cores", "1");
    // All of them: it is the start script of a task manager that computes what is not set.
    MEMORY.forEach((part, size) -> settings.put("taskmanager.memory." + part, size));
    settings.put("heartbeat.interval", "500");
    settings.put("heartbeat.timeout", "10000");
    settings.put("metrics.fetcher.update-interval", "200 ms");
    settings.put("restart-strategy.type", "fixed-delay");
    settings.put("restart-strategy.fixed-delay.attempts", "10");
    settings.put("restart-strategy.fixed-delay.delay", "100 ms");
    settings.put("state.backend.type", "rocksdb");
    settings.put("execution.checkpointing.interval", "200 ms");
    settings.put("execution.checkpointing.dir", folder.resolve("checkpoints").toUri().toString());
    settings.put("io.tmp.dirs", Files.createDirectories(folder.resolve("tmp")).toString());
    Files.write(
        folder.resolve("config.yaml"),
        settings.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).toList());
    jobManager = start(StandaloneSessionClusterEntrypoint.class, "jobmanager");
  }

  static StandaloneCluster start(Jdk jdk, Path folder) throws Exception {
    StandaloneCluster cluster = new StandaloneCluster(jdk, folder);
    try {
      for (String name : List.of("taskmanager-1", "taskmanager-2")) {
        cluster.taskManagers.add(cluster.start(TaskManagerRunner.class, name));
      }
      SystemWaiting.until(LIMIT, cluster::isReady, cluster::logs);
      return cluster;
    } catch (Throwable e) {
      cluster.close();
      throw e;
    }
  }

  private boolean isReady() {
    assertThat(jobManager.isAlive() && taskManagers.stream().allMatch(Process::isAlive))
        .as(this::logs)
        .isTrue();
    return number("/overview", "slots-total") == 4;
  }

  private static int freePort() {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(Class<?> main, String name) throws IOException {
    return jdk.java(classPath, SETTINGS, main.getName(), "--configDir", folder.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + ".log").toFile())
        .start();
  }

  /** Submits a job as {@code flink run} does, and returns its id. */
  String run(Path jar, Class<?> main, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "-d", "-p", "2", "-c", main.getName()));
    all.add(jar.toString());
    all.addAll(List.of(arguments));
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.addAll(List.of("--add-opens", "java.base/java.util=ALL-UNNAMED")); // as flink run has
    ProcessBuilder client =
        jdk.java(classPath, settings, CliFrontend.class.getName(), all.toArray(new String[0]))
            .redirectErrorStream(true);
    client.environment().put("FLINK_CONF_DIR", folder.toString());
    Process process = client.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    Matcher id = Pattern.compile("JobID ([0-9a-f]{32})").matcher(said);
    assertThat(id.find()).as(said).isTrue();
    return id.group(1);
  }

  /** A number in what the job manager answers; -1 as long as it does not answer so. */
  long number(String path, String field) {
    try {
      HttpRequest get =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
      String body = http.send(get, HttpResponse.BodyHandlers.ofString()).body();
      Matcher number =
          Pattern.compile("\"" + field + "\"[^0-9]*?([0-9]+)", Pattern.DOTALL).matcher(body);
      return number.find() ? Long.parseLong(number.group(1)) : -1;
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** What the processes have said, for whoever has to find out why they did not work. */
  String logs() {
    StringBuilder logs = new StringBuilder();
    for (String name : List.of("jobmanager", "taskmanager-1", "taskmanager-2")) {
      try {
        logs.append(name).append(": ").append(Files.readString(folder.resolve(name + ".log")));
      } catch (IOException e) {
        logs.append(name).append(": ").append(e);
      }
    }
    return logs.toString();
  }

  @Override
  public void close() {
    taskManagers.forEach(Process::destroyForcibly);
    jobManager.destroyForcibly();
    for (Process each : taskManagers) {
      each.onExit().join();
    }
    jobManager.onExit().join();
    http.close();
  }
}
