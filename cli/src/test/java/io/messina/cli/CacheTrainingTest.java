package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTrainingTest {

  @TempDir private Path folder;

  @Test
  void each_of_its_commands_succeeds() throws Exception {
    CacheTraining.train(folder);
    assertThat(folder.resolve("data")).isNotEmptyDirectory();
  }
}
