package io.messina.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.Jdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The tests of this module once more, on the oldest JDK that jobs may run on; in a plain build
 * without those that start a cluster.
 */
class OlderJdkTest {

  private static final int OLDEST = 17;

  /** More than are in the smallest class of tests, and about as many as there are. */
  private static final int TESTS_MIN = 50;

  @Test
  void the_tests_pass_on_the_oldest_jdk_where_one_is_installed() throws Exception {
    Optional<Jdk> oldest = Jdk.find(OLDEST);
    if (oldest.isEmpty()) {
      System.out.println("Tests for Flink run on " + Jdk.OURS + " only");
      return;
    }
    String said = run(oldest.get());
    Matcher passed = Pattern.compile("passed: ([0-9]+)").matcher(said);
    assertThat(passed.find()).as(said).isTrue();
    System.out.println(
        "Tests for Flink run on %s, and %s of them on %s"
            .formatted(Jdk.OURS, passed.group(1), oldest.get()));
    assertThat(Integer.parseInt(passed.group(1))).as(said).isGreaterThan(TESTS_MIN);
  }

  /** Those of a newer JDK. */
  private static final String NEWER = ".*(OperatorHistories|OlderJdk)Test";

  private static final String WITH_CLUSTERS = ".*(Job|AvroEnrichment|OperatorMetrics)Test";

  private static String run(Jdk jdk) throws IOException, InterruptedException {
    Process process =
        jdk.java(
                Jdk.classPath(part -> !part.contains("testkit")),
                List.of(
                    "-Djazzer.hooks=false",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-XX:+EnableDynamicAgentLoading"),
                LaunchedTests.class.getName(),
                NEWER,
                Boolean.getBoolean("messina.test.everything") ? NEWER : WITH_CLUSTERS)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
