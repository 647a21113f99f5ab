package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code messina}, of the sources with a build that is fresh, and of an installation;
 * with a JDK that prints its arguments.
 */
class LauncherTest {

  private static final Path SCRIPT = Path.of("../messina");
  private static final Path INSTALLED = Path.of("../dist/src/main/launcher");
  private static final String SHARED = "libexec/start.sh";

  /** Prints its arguments. It makes caches, unless it is told to be slow or broken. */
  private static final String JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      for each; do
        case $each in
          -XX:AOTCacheOutput=*)
            [ ! -e "$0.slow" ] || exec sleep 600
            [ -e "$0.broken" ] || : >"${each#*=}"
            ;;
        esac
      done
      """;

  @TempDir private Path temporary;
  private Path home;
  private Path jdk;

  @BeforeEach
  void make_a_build_and_a_jdk() throws IOException {
    home = Files.createDirectories(temporary.resolve("home"));
    Files.copy(SCRIPT, home.resolve("messina"));
    copy(SHARED, home.resolve("dist/src/main/launcher"));
    write("pom.xml", "");
    write("cli/pom.xml", "");
    write("cli/src/main/Main.java", "");
    write("clients/python/messina/client.py", "");
    write("target/launcher/cli/current", "1\n");
    Path stamp = write("target/launcher/cli/stamp", "");
    Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));
    jdk = makeJdk(temporary.resolve("jdk"));
  }

  private static Path makeJdk(Path jdk) throws IOException {
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    for (String tool : List.of("java", "javac")) {
      Path file = Files.writeString(jdk.resolve("bin").resolve(tool), JAVA);
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    return jdk;
  }

  private Path install(String folder) throws IOException {
    Path place = Files.createDirectories(temporary.resolve(folder)).toRealPath();
    makeJdk(place.resolve("jdk"));
    copy("bin/messina", place);
    copy(SHARED, place);
    return place;
  }

  private static void copy(String file, Path folder) throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.copy(INSTALLED.resolve(file), folder.resolve(file));
  }

  /** Both have the same options, but for the places of files. */
  @Test
  void an_installation_starts_java_as_the_sources_do() throws Exception {
    Path place = install("a place");
    write("target/launcher/cli/demo-data", "");
    Files.setLastModifiedTime(
        home.resolve("target/launcher/cli/demo-data"),
        FileTime.from(Instant.now().plusSeconds(60)));
    write("demo-data/pom.xml", "");
    for (String command : List.of("serve", "demo", "load", "stream")) {
      List<String> installed = installed(place, command);
      assertThat(flagsOnly(installed)).isNotEmpty().isEqualTo(flagsOnly(start("", command)));
      assertThat(installed)
          .contains("-Djava.library.path=" + place + "/lib/native", place + "/messina.jar")
          .contains("-Dmessina.s3.jars=" + place + "/lib/s3")
          .anyMatch(option -> option.startsWith("-XX:AOTCache=" + place + "/cache/"));
    }
  }

  @Test
  void an_installation_makes_its_caches_at_its_first_start_and_then_when_it_is_told_to()
      throws Exception {
    Path place = install("installed");
    assertThat(installed(place, "--version")).contains("--version");
    assertThat(place.resolve("cache")).doesNotExist();
    assertThat(installed(place, "serve")).anyMatch(line -> line.contains("Preparing Messina"));
    String log = Files.readString(place.resolve("cache/log"));
    assertThat(log)
        .contains("io.messina.cli.CacheTraining", "-XX:AOTCacheOutput=", "making/server.aot");
    assertThat(place.resolve("cache"))
        .isDirectoryContaining("glob:**/{server,commands}.aot")
        .isDirectoryNotContaining("glob:**/making");
    assertThat(installed(place, "serve")).noneMatch(line -> line.contains("Preparing Messina"));
    Files.delete(place.resolve("cache/log"));
    assertThat(installed(place, "prepare")).isEmpty();
    assertThat(place.resolve("cache/log")).exists();
  }

  @Test
  void caches_that_cannot_be_made_are_told_and_tried_again() throws Exception {
    Path place = install("installed");
    Path broken = Files.createFile(place.resolve("jdk/bin/java.broken"));
    assertThat(installed(place, "serve"))
        .anyMatch(line -> line.startsWith("messina: the caches could not be made"))
        .endsWith("serve");
    Process prepare =
        new ProcessBuilder("sh", place.resolve("bin/messina").toString(), "prepare").start();
    assertThat(prepare.errorReader().readAllAsString())
        .startsWith("messina: the caches could not be made: see ");
    assertThat(prepare.waitFor()).isEqualTo(1);
    assertThat(place.resolve("cache/made")).doesNotExist();
    Files.delete(broken);
    assertThat(installed(place, "prepare")).isEmpty();
    assertThat(place.resolve("cache/made")).exists();
  }

  @Test
  void a_signal_ends_the_making_of_caches_at_once() throws Exception {
    Path place = install("installed");
    Files.createFile(place.resolve("jdk/bin/java.slow"));
    Process serve =
        new ProcessBuilder("sh", place.resolve("bin/messina").toString(), "serve").start();
    SystemWaiting.until(
        () -> serve.descendants().filter(each -> each.info().command().isPresent()).count() >= 2);
    List<ProcessHandle> trainers = serve.descendants().toList();
    serve.destroy();
    assertThat(serve.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(serve.exitValue()).isEqualTo(130);
    SystemWaiting.until(() -> trainers.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(place.resolve("cache")).isEmptyDirectory();
  }

  private static List<String> installed(Path place, String command) throws Exception {
    return run(new ProcessBuilder("sh", place.resolve("bin/messina").toString(), command));
  }

  /** Without names of files. */
  private static List<String> flagsOnly(List<String> arguments) {
    return arguments.stream()
        .filter(each -> each.startsWith("-") && !each.contains("/") && !each.equals("-jar"))
        .toList();
  }

  @Test
  void a_server_has_a_cache_of_its_own_and_both_compilers() throws Exception {
    for (String command : List.of("serve", "demo")) {
      assertThat(start("", command))
          .contains("-XX:AOTCache=" + home.toRealPath() + "/target/launcher/cli/1/server.aot")
          .contains("-XX:+ExitOnOutOfMemoryError", "-XX:InitialRAMPercentage=12.5")
          .contains("-XX:CompileThresholdScaling=5")
          .doesNotContain("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    }
  }

  @Test
  void a_command_that_ends_soon_has_neither_collector_threads_nor_the_second_compiler()
      throws Exception {
    assertThat(start("", "stream", "list"))
        .contains("-XX:AOTCache=" + home.toRealPath() + "/target/launcher/cli/1/commands.aot")
        .contains("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
        .endsWith("stream", "list");
    assertThat(start("", "load", "--stream", "doors"))
        .contains("-XX:+UseSerialGC")
        .endsWith("load", "--stream", "doors")
        .doesNotContain("-XX:TieredStopAtLevel=1");
  }

  @Test
  void the_options_that_people_give_win() throws Exception {
    String given = "-XX:+UseParallelGC -Xmx1g -XX:-ExitOnOutOfMemoryError";
    assertThat(start(given, "stream", "list")).doesNotContain("-XX:+UseSerialGC");
    List<String> options = javaOptions(start(given, "serve"));
    assertThat(flags(options, "8g"))
        .contains("UseParallelGC true", "MaxHeapSize 1073741824", "ExitOnOutOfMemoryError false");
  }

  @Test
  void a_heap_fits_small_memory() throws Exception {
    List<String> options = javaOptions(start("", "serve"));
    options.add("-XX:+UseG1GC");
    assertThat(flags(options, "1g"))
        .contains("MaxHeapSize 268435456", "InitialHeapSize 134217728", "G1NewSizePercent 40");
    assertThat(flags(options, "8g"))
        .contains("MaxHeapSize 2147483648", "InitialHeapSize 1073741824");
  }

  private Path write(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** The arguments with which Java is started. */
  private List<String> start(String javaOptions, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", home.resolve("messina").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder launcher = new ProcessBuilder(command);
    launcher.environment().put("JAVA_HOME", jdk.toString());
    launcher.environment().put("MESSINA_JAVA_OPTIONS", javaOptions);
    return run(launcher);
  }

  private static List<String> javaOptions(List<String> arguments) {
    return new ArrayList<>(
        arguments.subList(0, arguments.indexOf("-jar")).stream()
            .filter(option -> !option.startsWith("-XX:AOTCache="))
            .toList());
  }

  /** The names and values of all flags of a real JVM that takes the memory to be so large. */
  private static List<String> flags(List<String> options, String memory) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    command.addAll(options);
    command.addAll(List.of("-XX:MaxRAM=" + memory, "-XX:+PrintFlagsFinal", "-version"));
    return run(new ProcessBuilder(command)).stream()
        .map(line -> line.strip().split("[ =]+"))
        .filter(words -> words.length > 2)
        .map(words -> words[1] + " " + words[2])
        .toList();
  }

  private static List<String> run(ProcessBuilder builder) throws Exception {
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.lines().toList();
  }
}
