package io.messina.cassandra;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * The information by which another process finds a node again: {@code node.properties} in its
 * folder.
 *
 * @param started to the second or so, by which an old number is told from a new process that has it
 */
record RecordedNode(CassandraAddress address, long pid, Instant started) {

  /** The accuracy with which the system knows the start of a process. */
  private static final Duration START_TOLERANCE = Duration.ofSeconds(5);

  static RecordedNode of(CassandraAddress address, ProcessHandle process) {
    return new RecordedNode(
        address, process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
  }

  static Optional<RecordedNode> in(Path folder) {
    Path file = file(folder);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return Optional.of(read(properties));
    } catch (IOException | RuntimeException e) {
      throw new CassandraException("The file " + file + " cannot be read", e);
    }
  }

  void write(Path folder) {
    Properties properties = new Properties();
    properties.setProperty("host", address.host());
    properties.setProperty("native_port", Integer.toString(address.nativePort()));
    properties.setProperty("storage_port", Integer.toString(address.storagePort()));
    properties.setProperty("seed", address.seed());
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("started", started.toString());
    try (Writer writer = Files.newBufferedWriter(file(folder))) {
      properties.store(writer, null);
    } catch (IOException e) {
      throw new CassandraException("The file " + file(folder) + " cannot be written", e);
    }
  }

  /** Returns its process, as long as that exists. */
  Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::beganThen);
  }

  private boolean beganThen(ProcessHandle process) {
    Instant began = process.info().startInstant().orElse(Instant.EPOCH);
    return Duration.between(started, began).abs().compareTo(START_TOLERANCE) <= 0;
  }

  private static RecordedNode read(Properties properties) {
    return new RecordedNode(
        new CassandraAddress(
            text(properties, "host"),
            Integer.parseInt(text(properties, "native_port")),
            Integer.parseInt(text(properties, "storage_port")),
            text(properties, "seed")),
        Long.parseLong(text(properties, "pid")),
        Instant.parse(text(properties, "started")));
  }

  private static String text(Properties properties, String key) {
    String text = properties.getProperty(key);
    if (text == null) {
      throw new IllegalArgumentException(key + " is missing");
    }
    return text;
  }

  private static Path file(Path folder) {
    return folder.resolve("node.properties");
  }
}
