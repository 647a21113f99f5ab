package io.messina.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JDK that is installed, for tests that start processes.
 *
 * @param home its folder
 * @param version such as 17
 */
public record Jdk(Path home, int version) {

  /** The one that runs this. */
  public static final Jdk OURS =
      new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature());

  /**
   * Looks for one beside ours; as a rule all of a system are in one folder.
   *
   * @param version such as 17
   * @throws IOException where the folder cannot be read
   */
  public static Optional<Jdk> find(int version) throws IOException {
    try (Stream<Path> homes = Files.list(OURS.home.toRealPath().getParent())) {
      return homes
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .filter(home -> versionOf(home).startsWith("\"" + version + "."))
          .findFirst()
          .map(home -> new Jdk(home, version));
    }
  }

  private static String versionOf(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.substring("JAVA_VERSION=".length()))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** A part of our class path. */
  public static String classPath(Predicate<String> wanted) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(wanted)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A process that runs a class. */
  public ProcessBuilder java(
      String classPath, List<String> settings, String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/java").toString());
    command.addAll(settings);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
