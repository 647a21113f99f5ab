package io.messina.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What a module took, with its compilation, and its tests.
 *
 * @param name of its folder
 * @param took from its first phase until its last report or its jar was written
 * @param tests in the order of their classes
 * @param costs of its test classes, and of what its test JVMs did between them
 */
record ModuleReport(String name, Duration took, List<TestRun> tests, List<ClassCost> costs) {

  /** Written by the first phase of a module. */
  static final String BEGUN = "begun";

  /** Of the module in a folder, unless that is none or was not built. */
  static Optional<ModuleReport> in(String name, Path target) throws IOException {
    Path begun = target.resolve(BEGUN);
    if (!Files.exists(begun)) {
      return Optional.empty();
    }
    FileTime beginning = Files.getLastModifiedTime(begun);
    FileTime end = beginning;
    List<TestRun> tests = new ArrayList<>();
    for (Path report : files(target.resolve("surefire-reports"), "TEST-*.xml")) {
      if (Files.getLastModifiedTime(report).compareTo(beginning) >= 0) {
        end = later(end, Files.getLastModifiedTime(report));
        tests.addAll(testsIn(report));
      }
    }
    List<ClassCost> costs = new ArrayList<>();
    for (Path file : files(target.resolve("test-costs"), "*.csv")) {
      if (Files.getLastModifiedTime(file).compareTo(beginning) >= 0) {
        costs.addAll(ClassCost.in(file).toList());
      }
    }
    for (Path jar : files(target, "*.jar")) {
      end = later(end, Files.getLastModifiedTime(jar));
    }
    return Optional.of(
        new ModuleReport(
            name, Duration.between(beginning.toInstant(), end.toInstant()), tests, costs));
  }

  /** Of all its tests. */
  ClassCost cost() {
    return costs.stream()
        .reduce(new ClassCost(name, Duration.ZERO, Duration.ZERO, 0), ClassCost::plus);
  }

  private static FileTime later(FileTime one, FileTime other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static List<Path> files(Path folder, String pattern) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file ->
                  file.getFileSystem()
                      .getPathMatcher("glob:" + pattern)
                      .matches(file.getFileName()))
          .sorted()
          .toList();
    }
  }

  private static List<TestRun> testsIn(Path report) throws IOException {
    try {
      Document document =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile());
      NodeList cases = document.getElementsByTagName("testcase");
      List<TestRun> tests = new ArrayList<>();
      for (int i = 0; i < cases.getLength(); i++) {
        tests.add(TestRun.of((Element) cases.item(i)));
      }
      return tests;
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(report + " cannot be read", e);
    }
  }
}
