package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Many shards and groups that were used once fit into a heap that they would not all fill alone.
 */
@FullBuild("a bound of memory; what a shard keeps is tested in each build")
class ManyShardsTest {

  @Test
  void five_hundred_shards_of_five_groups_that_were_used_once_fit_into_112_MiB()
      throws IOException, InterruptedException {
    use("112m", 16, 32, 5, 60);
  }

  @Test
  void three_thousand_shards_of_five_groups_that_were_used_once_fit_into_512_MiB()
      throws IOException, InterruptedException {
    use("512m", 200, 16, 5, 40);
  }

  private static void use(String heap, int streams, int shards, int groups, int events)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            ManyShardsProgram.class.getName(),
            "" + streams,
            "" + shards,
            "" + groups,
            "" + events);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(printed).isZero();
    long[] numbers =
        Arrays.stream(printed.lines().toList().getLast().split(" "))
            .mapToLong(Long::parseLong)
            .toArray();
    assertThat(numbers[0]).isEqualTo((long) streams * shards * groups * events);
    assertThat(numbers[1]).isBetween(1L, numbers[2]);
  }
}
