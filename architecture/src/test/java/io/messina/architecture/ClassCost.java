package io.messina.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a test class cost, as the rules of tests write it.
 *
 * @param name of the class, or {@link #NO_CLASS}
 * @param took by the wall clock
 * @param cpu of its JVM and of all that it started
 * @param processes that it started, as far as they were seen
 */
record ClassCost(String name, Duration took, Duration cpu, int processes) {

  /** For what a JVM does between its classes. */
  static final String NO_CLASS = "-";

  static Stream<ClassCost> in(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return lines.stream().map(ClassCost::parse);
  }

  private static ClassCost parse(String line) {
    String[] parts = line.split(";", -1);
    return new ClassCost(
        parts[0],
        Duration.ofMillis(Long.parseLong(parts[1])),
        Duration.ofMillis(Long.parseLong(parts[2])),
        Integer.parseInt(parts[3]));
  }

  boolean isOfClass() {
    return !name.equals(NO_CLASS);
  }

  ClassCost plus(ClassCost other) {
    return new ClassCost(
        name, took.plus(other.took), cpu.plus(other.cpu), processes + other.processes);
  }
}
