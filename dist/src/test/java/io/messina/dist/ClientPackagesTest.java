package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What registries get of the clients. */
@FullBuild("nothing: a plain build publishes nothing")
class ClientPackagesTest {

  private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> JARS =
      List.of("messina-api", "messina-client", "messina-client-features");

  @TempDir private Path folder;

  @Test
  void maven_gets_jars_sources_comments_and_all_that_its_central_repository_asks_for()
      throws Exception {
    Path repository = folder.resolve("repository");
    Shell.output(
        new ProcessBuilder(
                "mvn",
                "-B",
                "-ntp",
                "-Prelease",
                "-Dunchecked",
                "-Dmaven.test.skip=true",
                "-DaltDeploymentRepository=folder::file:" + repository,
                "-pl",
                ".,bom,api,client,client-features",
                "-am",
                "deploy")
            .directory(SOURCES.toFile()));
    Path group = repository.resolve("io/messina");
    for (String artifact : JARS) {
      assertThat(suffixes(group, artifact))
          .as(artifact)
          .contains(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")
          .contains(".jar.sha1", "-sources.jar.sha1", "-javadoc.jar.sha1", ".pom.sha1");
      assertThat(entries(only(group, artifact, "-sources.jar"))).anyMatch(isIn("io/", ".java"));
      assertThat(entries(only(group, artifact, "-javadoc.jar"))).contains("index.html");
      assertThat(entries(only(group, artifact, ".jar"))).anyMatch(isIn("io/", ".class"));
      checkPom(group, artifact);
    }
    for (String artifact : List.of("messina-parent", "messina-bom")) {
      checkPom(group, artifact);
      assertThat(only(group, artifact, ".pom"))
          .content()
          .contains("<url>https://", "<scm>", "<connection>scm:git:", "<developers>", "<licenses>");
    }
  }

  private static void checkPom(Path group, String artifact) throws IOException {
    assertThat(only(group, artifact, ".pom"))
        .content()
        .contains("<name>", "<description>", "<artifactId>" + artifact + "</artifactId>");
  }

  private static Predicate<String> isIn(String folder, String end) {
    return name -> name.startsWith(folder) && name.endsWith(end);
  }

  /** The ends of the names of an artifact's files, behind its version. */
  private static List<String> suffixes(Path group, String artifact) throws IOException {
    try (Stream<Path> files = Files.list(group.resolve(artifact).resolve(Release.VERSION))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(artifact))
          .map(name -> name.replaceFirst(".*-\\d{8}\\.\\d{6}-\\d+", ""))
          .toList();
    }
  }

  private static Path only(Path group, String artifact, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(group.resolve(artifact).resolve(Release.VERSION))) {
      return files
          .filter(file -> file.getFileName().toString().matches(".*-\\d+" + suffix))
          .findFirst()
          .orElseThrow();
    }
  }

  private static List<String> entries(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  @Test
  void python_gets_a_wheel_and_sources_which_are_equal_each_time_and_are_installed_offline()
      throws Exception {
    Shell.assumePrograms("hatchling");
    Path first = build("first");
    Path second = build("second");
    assertThat(contents(first)).hasSize(2).isEqualTo(contents(second));

    Path environment = folder.resolve("environment");
    Shell.run("python3", "-m", "venv", environment.toString());
    Shell.run(
        environment.resolve("bin/pip").toString(),
        "install",
        "--no-index",
        wheel(first).toString());
    String python = environment.resolve("bin/python").toString();
    assertThat(
            Shell.run(
                python,
                "-c",
                "import messina, importlib.metadata as m; d ="
                    + " m.metadata('messina');print(messina.Client.__name__, d['Name'],"
                    + " d['Summary'], d['Requires-Python'], d.get_all('Project-URL'),"
                    + " d.get_all('Classifier'), d['Author-email'], d['License-Expression'] or"
                    + " d['License'], d['Description-Content-Type'])"))
        .contains("Client messina The Python client", ">=3.9", "Documentation", "Changelog")
        .contains("Programming Language :: Python :: 3", "Typing :: Typed")
        .contains("authors", "Apache-2.0", "text/markdown");
    try (ZipFile zip = new ZipFile(wheel(first).toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .contains("messina/py.typed", "messina/__init__.py")
          .noneMatch(name -> name.contains("test"));
    }
  }

  private Path build(String name) throws IOException, InterruptedException {
    Path into = folder.resolve(name);
    Shell.output(
        new ProcessBuilder("/usr/bin/python3", "-m", "hatchling", "build", "-d", into.toString())
            .directory(SOURCES.resolve("clients/python").toFile()));
    return into;
  }

  private static Path wheel(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".whl")).findFirst().orElseThrow();
    }
  }

  private static Map<String, Integer> contents(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.collect(
          Collectors.toMap(
              file -> file.getFileName().toString(),
              file -> Arrays.hashCode(read(file)),
              (one, other) -> one,
              TreeMap::new));
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
