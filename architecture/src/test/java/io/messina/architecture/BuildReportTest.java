package io.messina.architecture;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildReportTest {

  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path root;

  @BeforeEach
  void build_a_module() throws IOException {
    Files.createDirectories(root.resolve("architecture"));
    Files.writeString(
        root.resolve(BuildReport.SLOW_CLASSES), "# why\n\nLongTest  it starts a database\n");
    Files.createDirectories(root.resolve("docs"));
    Files.createDirectories(root.resolve("stream/target/surefire-reports"));
    Files.createDirectories(root.resolve("stream/target/test-costs"));
    write("begun", "", 0);
    write("stream.jar", "", 100);
    costs(
        "1",
        30,
        """
        -;1000;2500;0
        io.LongTest;1041000;600000;12
        -;0;0;0
        """);
    costs("2", 150, "io.ShortTest;10000;1000;0\nio.ShortTest;15000;500;1\n");
    costs("0", -1, "io.FormerTest;9999000;0;0\n");
    report(
        "LongTest",
        30,
        """
        <testcase name="a" classname="io.LongTest"/>
        <testcase name="b" classname="io.LongTest">
          <flakyFailure message="expected: 1&#10;but was: 2" type="E"><stackTrace>x</stackTrace></flakyFailure>
        </testcase>
        """);
    report(
        "ShortTest",
        150,
        """
        <testcase name="c" classname="io.ShortTest"/>
        <testcase name="d" classname="io.ShortTest"><skipped message="no python3"/></testcase>
        <testcase name="e" classname="io.ShortTest"><flakyError message="gone" type="E"/></testcase>
        """);
    report(
        "FormerTest",
        -1,
        "<testcase name='f' classname='io.FormerTest'><skipped message='old'/></testcase>");
  }

  @Test
  void what_a_build_took_skipped_and_ran_twice_is_told() throws IOException {
    assertThat(printed(Optional.of(cpu(60, 1200, 120))))
        .isEqualToNormalizingNewlines(
            """
            Modules: s from begin to end, CPU s of tests, processes that these started
               150.0   604.0   13  stream
            Slowest test classes, of 20 s each on a quiet machine: s, CPU s, processes
              1041.0   600.0   12  io.LongTest, over its budget
                25.0     1.5    1  io.ShortTest, over its budget
            Skipped tests
              io.ShortTest.d: no python3
            Flakes, of 2 that are borne
              io.LongTest.b: expected: 1
              io.ShortTest.e: gone
            CPU minutes: 23.0 (Maven 1.0, compilers and checks 9.9, tests 10.1, their shared Cassandra 2.0)
            """);
  }

  @Test
  void a_class_on_the_list_may_take_longer() throws IOException {
    costs("1", 30, "io.LongTest;89000;1000;0\n");
    assertThat(printed(Optional.empty()))
        .containsPattern("89.0 +1.0 +0 {2}io.LongTest\\R")
        .contains("io.ShortTest, over its budget");
  }

  @Test
  void a_build_that_takes_too_much_of_the_processor_is_told_what_to_move() {
    assertThat(BuildReport.overspent(cpu(60, 1600, 141), Duration.ofMinutes(30)))
        .get(as(STRING))
        .startsWith("The build took 30.0 CPU minutes (expected: at most 30): ")
        .contains("@FullBuild");
    assertThat(BuildReport.overspent(cpu(60, 1600, 140), Duration.ofMinutes(30))).isEmpty();
    assertThat(BuildReport.overspent(cpu(60, 160000, 140), Duration.ZERO)).isEmpty();
  }

  @Test
  void the_time_of_a_process_and_of_its_children_is_read_behind_its_name() {
    assertThat(
            BuildCpu.parse("7 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 100 200 300 400 20", Duration.ZERO))
        .isEqualTo(new BuildCpu(Duration.ofSeconds(3), Duration.ofSeconds(7), Duration.ZERO));
  }

  @Test
  void at_most_ten_classes_take_longer_than_others() throws IOException {
    assertThat(BuildReport.slowClasses(Path.of(".."))).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void a_crash_of_java_is_found_where_its_tests_ran() throws IOException {
    assertThat(BuildReport.crashes(root)).isEmpty();
    Path crash = root.resolve("stream/hs_err_pid7.log");
    Path other = root.resolve("server/src/test/hs_err_pid8.log");
    Files.createDirectories(crash.getParent());
    Files.createDirectories(other.getParent());
    Files.writeString(crash, "SIGSEGV");
    Files.writeString(other, "SIGSEGV");
    assertThat(BuildReport.crashes(root)).containsExactlyInAnyOrder(crash, other);
  }

  private static BuildCpu cpu(long maven, long started, long shared) {
    return new BuildCpu(
        Duration.ofSeconds(maven), Duration.ofSeconds(started), Duration.ofSeconds(shared));
  }

  private String printed(Optional<BuildCpu> cpu) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BuildReport.of(root, "target").print(new PrintStream(out, true, StandardCharsets.UTF_8), cpu);
    return out.toString(StandardCharsets.UTF_8);
  }

  private void costs(String jvm, int second, String lines) throws IOException {
    write("test-costs/" + jvm + ".csv", lines, second);
  }

  private void report(String name, int second, String cases) throws IOException {
    write(
        "surefire-reports/TEST-io." + name + ".xml",
        "<testsuite>" + cases + "</testsuite>",
        second);
  }

  private void write(String file, String text, int second) throws IOException {
    Path written = Files.writeString(root.resolve("stream/target").resolve(file), text);
    Files.setLastModifiedTime(written, FileTime.from(BEGUN.plusSeconds(second)));
  }
}
