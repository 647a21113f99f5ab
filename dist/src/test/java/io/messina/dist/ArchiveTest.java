package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of the archives. */
@FullBuild("nothing: a plain build makes no archives")
class ArchiveTest {

  private static final long MEGABYTES_MAX = 90;
  private static final String TOP = "messina-" + Release.VERSION + "/";
  private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib)");

  /** Modules of Java that jdeps does not see in any jar. */
  private static final Set<String> UNSEEN =
      Set.of("jdk.charsets", "jdk.jcmd", "jdk.jfr", "jdk.naming.dns", "jdk.zipfs");

  @TempDir private Path folder;

  @Test
  void it_is_small() throws IOException {
    assertThat(Files.size(Release.archive()) / 1_000_000).isLessThanOrEqualTo(MEGABYTES_MAX);
  }

  @Test
  void entries_are_sorted_and_have_one_time_and_one_owner() throws IOException {
    for (Path archive : List.of(Release.archive(), Release.archiveForAny())) {
      List<TarArchiveEntry> entries = entries(archive);
      assertThat(entries).hasSizeGreaterThan(100);
      assertThat(entries)
          .extracting(TarArchiveEntry::getLastModifiedTime)
          .containsOnly(entries.getFirst().getLastModifiedTime());
      assertThat(entries)
          .filteredOn(TarArchiveEntry::isFile)
          .extracting(TarArchiveEntry::getName)
          .doesNotHaveDuplicates();
      assertThat(entries).extracting(TarArchiveEntry::getLongUserId).containsOnly(0L);
      assertThat(entries)
          .filteredOn(entry -> entry.getName().endsWith("/bin/messina"))
          .extracting(entry -> entry.getMode() & 0777)
          .containsExactly(0755);
    }
  }

  @Test
  void only_the_libraries_of_its_platform_are_native_and_nothing_of_a_build_is_in_it()
      throws IOException, InterruptedException {
    Path home = unpack(Release.archive());
    assertThat(names(home.resolve("lib/native"))).containsExactly("librocksdbjni-linux64.so");
    List<String> natives = new ArrayList<>();
    for (Path jar : files(home.resolve("lib"))) {
      if (jar.toString().endsWith(".jar")) {
        natives.addAll(natives(jar));
      }
    }
    assertThat(natives)
        .containsExactlyInAnyOrder(
            "jni/x86_64-Linux/libjffi-1.2.so", nativesOf("linux/amd64/libzstd-jni", natives));
    assertThat(files(home))
        .extracting(Path::toString)
        .noneMatch(name -> name.matches(".*(pom\\.xml|druid.*\\.jar)"));
    assertThat(names(home.resolve("lib"))).noneMatch(name -> name.matches("s3-\\d.*|sdk-core.*"));
    assertThat(names(home.resolve("lib/s3")))
        .anyMatch(name -> name.startsWith("s3-"))
        .anyMatch(name -> name.startsWith("messina-aggregate-s3-"));
    assertThat(home.resolve("THIRD-PARTY.txt")).content().contains("Apache-2.0");
    assertThat(home.resolve("sbom.json")).content().contains("CycloneDX", "rocksdbjni");
  }

  @Test
  void jars_have_nothing_that_differs_from_build_to_build()
      throws IOException, InterruptedException {
    for (Path jar : files(unpack(Release.archive()).resolve("lib"))) {
      Path original = Release.folder().resolve("jars").resolve(jar.getFileName());
      if (Files.exists(original)) {
        assertThat(filesAndTimes(original)).as(jar.toString()).containsAll(filesAndTimes(jar));
      }
    }
  }

  private static List<String> filesAndTimes(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(each -> each.getName() + " " + each.getTimeLocal()).toList();
    }
  }

  @Test
  void each_jar_that_the_command_names_is_in_it() throws IOException, InterruptedException {
    for (Path archive : List.of(Release.archive(), Release.archiveForAny())) {
      Path home = unpack(archive);
      try (ZipFile jar = new ZipFile(home.resolve("messina.jar").toFile());
          InputStream manifest = jar.getInputStream(jar.getEntry("META-INF/MANIFEST.MF"))) {
        String[] classPath =
            new Manifest(manifest).getMainAttributes().getValue("Class-Path").split(" ");
        assertThat(classPath).hasSizeGreaterThan(50);
        assertThat(classPath).allMatch(each -> Files.isRegularFile(home.resolve(each)));
        assertThat(names(home.resolve("lib")))
            .filteredOn(name -> name.endsWith(".jar"))
            .containsExactlyInAnyOrderElementsOf(
                Arrays.stream(classPath).map(each -> each.replace("lib/", "")).toList());
      }
    }
  }

  @Test
  void its_java_has_the_modules_that_the_jars_use() throws IOException, InterruptedException {
    Path home = unpack(Release.archive());
    Set<String> linked =
        Shell.run(home.resolve("jdk/bin/java").toString(), "--list-modules")
            .lines()
            .map(line -> line.replaceFirst("@.*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> jdeps =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/jdeps").toString(),
                "--multi-release",
                "25",
                "--ignore-missing-deps",
                "-s"));
    files(home).stream()
        .map(Path::toString)
        .filter(file -> file.endsWith(".jar"))
        .forEach(jdeps::add);
    Matcher used =
        Pattern.compile("-> (java\\.[\\w.]+|jdk\\.[\\w.]+)")
            .matcher(Shell.run(jdeps.toArray(String[]::new)));
    Set<String> needed = new TreeSet<>(UNSEEN);
    used.results().forEach(each -> needed.add(each.group(1)));
    assertThat(linked).containsAll(needed);
  }

  private Path unpack(Path archive) throws IOException, InterruptedException {
    Path place = folder.resolve(archive.getFileName().toString());
    if (!Files.exists(place)) {
      Files.createDirectory(place);
      Shell.run("tar", "-xzf", archive.toString(), "-C", place.toString());
    }
    return place.resolve(TOP);
  }

  private static List<TarArchiveEntry> entries(Path archive) throws IOException {
    List<TarArchiveEntry> entries = new ArrayList<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GZIPInputStream(new BufferedInputStream(Files.newInputStream(archive))))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        assertThat(entry.getName()).startsWith(TOP);
        entries.add(entry);
      }
    }
    return entries;
  }

  private static List<String> natives(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).filter(NATIVE.asMatchPredicate()).toList();
    }
  }

  private static String nativesOf(String prefix, List<String> natives) {
    return natives.stream().filter(each -> each.startsWith(prefix)).findFirst().orElse(prefix);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList();
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }
}
