package io.messina.test.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class ClassWatchTest {

  private static final ClassLimits LIMITS =
      new ClassLimits(Duration.ofMinutes(3), Duration.ofSeconds(30), Duration.ofMinutes(10));

  @Test
  void a_class_that_waits_for_long_hangs_and_one_that_works_does_not() {
    assertThat(LIMITS.brokenBy(Duration.ofSeconds(181), Duration.ofSeconds(29)))
        .contains(
            "ran for more than 180 s and used 29 s of the processor, less than 30 s: it hangs");
    assertThat(LIMITS.brokenBy(Duration.ofSeconds(181), Duration.ofSeconds(30))).isEmpty();
    assertThat(LIMITS.brokenBy(Duration.ofMinutes(3), Duration.ZERO)).isEmpty();
  }

  @Test
  void a_class_that_works_for_too_long_is_ended_too() {
    assertThat(LIMITS.brokenBy(Duration.ofSeconds(601), Duration.ofSeconds(600)))
        .contains("ran for more than 600 s");
  }

  @Test
  void a_jvm_whose_class_hangs_ends_and_leaves_its_threads(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Hanging.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(jvm.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(jvm.exitValue()).isEqualTo(1);
    assertThat(said).content().contains("Hanging ran for more than 1 s", "and is ended");
    assertThat(folder.resolve(Hanging.class.getName() + ".threads"))
        .content()
        .contains("waits_for_ever");
  }

  @Test
  void what_a_class_cost_is_written_and_what_was_used_beside_it(@TempDir Path folder)
      throws IOException {
    run(new ClassWatch(LIMITS, folder.toString()), Quick.class);
    assertThat(folder.resolve(ProcessHandle.current().pid() + ".csv"))
        .content()
        .matches(Quick.class.getName().replace("$", "\\$") + ";\\d+;\\d+;0\\R-;\\d+;\\d+;0\\R");
  }

  private static void run(ClassWatch watch, Class<?> tests) {
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(), watch);
  }

  static final class Hanging {

    public static void main(String[] arguments) {
      Duration second = Duration.ofSeconds(1);
      run(
          new ClassWatch(
              new ClassLimits(second, Duration.ofMinutes(1), Duration.ofMinutes(1)), arguments[0]),
          Hanging.class);
    }

    @Test
    void waits_for_ever() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  static final class Quick {

    @Test
    void passes() {}
  }
}
