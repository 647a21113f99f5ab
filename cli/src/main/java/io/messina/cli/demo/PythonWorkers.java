package io.messina.cli.demo;

import io.messina.api.Position;
import io.messina.api.ReadStart;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.event.Event;
import io.messina.client.stream.ReadEvents;
import io.messina.client.stream.StreamClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Workers in Python, which claim over HTTP. Each acknowledgement brings an output, appended once,
 * that says how the edit changes the book; the book is made of these.
 */
final class PythonWorkers implements Workers {

  private static final int SHARDS = 4;
  private static final int PAGE = 2_000;
  private static final Duration STOP_MAX = Duration.ofSeconds(15);

  private final EditBook book;
  private final StreamClient processed;
  private final Path log;
  private final Process process;
  private final Map<Integer, Position> read = new HashMap<>();

  PythonWorkers(String url, MessinaClient client, Path folder, EditBook book) {
    this.book = book;
    this.processed = client.stream(DemoDefinitions.PROCESSED);
    this.log = folder.resolve("workers.log");
    var _ = processed.create(StreamOptions.defaults().shards(SHARDS));
    this.process = start(url, folder);
  }

  @Override
  public void look() {
    for (int shard = 0; shard < SHARDS; shard++) {
      look(shard);
    }
    if (!process.isAlive()) {
      throw new IllegalStateException("the Python workers have ended: " + lastLine());
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(int shard) {
    Position from = read.getOrDefault(shard, Position.START);
    ReadEvents events = processed.read(shard, ReadStart.at(from), PAGE, Duration.ZERO);
    events.events().forEach(this::apply);
    read.put(shard, events.next());
  }

  private void apply(Event output) {
    JsonNode json = JsonMapper.shared().readTree(output.payload().toBytes());
    Instant appended = Instant.parse(json.required("appended").stringValue());
    book.apply(
        json.required("event").stringValue(),
        json,
        json.required("attempt").intValue(),
        Duration.between(appended, output.appendTime()));
  }

  private Process start(String url, Path folder) {
    try {
      copyClient(folder.resolve("messina"));
      Path worker = folder.resolve("profile_worker.py");
      try (InputStream text = resource("profile_worker.py").openStream()) {
        Files.copy(text, worker);
      }
      return new ProcessBuilder(
              "python3",
              worker.toString(),
              url,
              DemoDefinitions.EDITS,
              DemoDefinitions.PROFILES,
              DemoDefinitions.PROCESSED,
              Integer.toString(FAILING_PERCENT))
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the Python workers cannot be started: see that python3 of 3.9 or newer is in the PATH: "
              + e.getMessage(),
          e);
    }
  }

  /** The modules of the client: a folder of compiled classes, or of the jar. */
  private static void copyClient(Path into) throws IOException {
    URI client = URI.create(resource("messina/__init__.py").toString());
    if (!client.getScheme().equals("jar")) {
      copyFiles(Path.of(client).resolveSibling(""), into);
      return;
    }
    try (FileSystem jar = FileSystems.newFileSystem(client, Map.of())) {
      copyFiles(jar.provider().getPath(client).resolveSibling(""), into);
    }
  }

  private static void copyFiles(Path from, Path into) throws IOException {
    Files.createDirectory(into);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        Files.copy(file, into.resolve(file.getFileName().toString()));
      }
    }
  }

  private static URL resource(String name) {
    return Objects.requireNonNull(PythonWorkers.class.getResource(name), name);
  }

  private String lastLine() {
    try {
      return Files.readAllLines(log).stream().reduce("nothing was said", (before, line) -> line);
    } catch (IOException _) {
      return "nothing was said";
    }
  }
}
