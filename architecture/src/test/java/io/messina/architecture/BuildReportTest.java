package io.messina.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
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
    write("begun", "", 0);
    write("stream.jar", "", 100);
    report(
        "LongTest",
        30,
        """
        <testcase name="a" classname="io.LongTest" time="1,040.5"/>
        <testcase name="b" classname="io.LongTest" time="0.5">
          <flakyFailure message="expected: 1&#10;but was: 2" type="E"><stackTrace>x</stackTrace></flakyFailure>
        </testcase>
        """);
    report(
        "ShortTest",
        150,
        """
        <testcase name="c" classname="io.ShortTest" time="25"/>
        <testcase name="d" classname="io.ShortTest" time="0"><skipped message="no python3"/></testcase>
        <testcase name="e" classname="io.ShortTest" time="0"><flakyError message="gone" type="E"/></testcase>
        """);
    report("FormerTest", -1, "<testcase name='f' classname='io.FormerTest' time='9999'/>");
  }

  @Test
  void what_a_build_took_skipped_and_ran_twice_is_told() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BuildReport.of(root, "target").print(new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            """
            Modules, of 120 s each on a quiet machine
               150.0 s  stream, over its budget
            Slowest test classes, of 20 s each
              1041.0 s  io.LongTest, over its budget
                25.0 s  io.ShortTest, over its budget
            Skipped tests
              io.ShortTest.d: no python3
            Flakes, of 2 that are borne
              io.LongTest.b: expected: 1
              io.ShortTest.e: gone
            """);
  }

  @Test
  void a_class_on_the_list_may_take_longer() throws IOException {
    report("LongTest", 30, "<testcase name='a' classname='io.LongTest' time='89'/>");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BuildReport.of(root, "target").print(new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("89.0 s {2}io.LongTest\\R")
        .contains("io.ShortTest, over its budget");
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
