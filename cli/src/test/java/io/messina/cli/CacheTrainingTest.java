package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTrainingTest {

  @TempDir private Path folder;

  @Test
  void each_of_its_commands_succeeds() throws Exception {
    CacheTraining.trainCommands(folder);
    assertThat(folder.resolve("data")).isNotEmptyDirectory();
  }

  @Test
  void a_server_is_trained_by_edits_that_are_processed() throws Exception {
    CacheTraining.trainServer(folder, 100);
    assertThat(folder.resolve("data/rocksdb")).isNotEmptyDirectory();
  }
}
