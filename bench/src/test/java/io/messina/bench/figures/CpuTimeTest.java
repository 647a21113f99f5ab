package io.messina.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CpuTimeTest {

  private static final Offset<Double> EXACT = within(1e-9);

  @TempDir private Path process;

  @Test
  void compilers_are_told_apart_by_the_names_of_their_threads() throws IOException {
    stat(process, "java (of a) b", 500, 300, 20, 30);
    thread(11, "java", 40, 10);
    thread(12, "C2 CompilerThre", 300, 50);
    thread(13, "C1 CompilerThre", 60, 0);
    thread(14, "C2 CompilerThread of ours", 7, 0);

    CpuTime time = CpuTime.of(process);

    assertThat(time.compilers()).isCloseTo(4.1, EXACT);
    assertThat(time.work()).isCloseTo(8.5 - 4.1, EXACT);
    assertThat(time.plus(time).since(time)).isEqualTo(time);
  }

  @Test
  void a_process_that_has_ended_counts_nothing() throws IOException {
    assertThat(CpuTime.of(process.resolve("absent"))).isEqualTo(CpuTime.ZERO);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void the_time_of_this_process_grows_with_its_work() throws IOException {
    List<Long> self = List.of(ProcessHandle.current().pid());
    CpuTime before = CpuTime.of(self);
    long sum = 0;
    while (CpuTime.of(self).since(before).work() < 0.05) {
      sum += System.nanoTime();
    }
    assertThat(sum).isNotZero();
    assertThat(before.compilers()).isPositive();
  }

  private void thread(int id, String name, long user, long kernel) throws IOException {
    Path folder = Files.createDirectories(process.resolve("task/" + id));
    Files.writeString(folder.resolve("comm"), name + "\n");
    stat(folder, name, user, kernel, 0, 0);
  }

  private static void stat(
      Path folder, String name, long user, long kernel, long childUser, long childKernel)
      throws IOException {
    Files.writeString(
        folder.resolve("stat"),
        "42 (%s) S 1 42 42 0 -1 4194304 100 0 0 0 %d %d %d %d 20 0 30 0 12345 1 1\n"
            .formatted(name, user, kernel, childUser, childKernel));
  }
}
