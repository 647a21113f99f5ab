package io.messina.server.aggregates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.server.config.ConfigurationException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateLockTest {

  @Test
  void a_second_server_does_not_get_the_folder_of_the_first(@TempDir Path folder) {
    Path state = folder.resolve("messina-state");
    StateLock first = StateLock.take(state);
    assertThatThrownBy(() -> StateLock.take(state))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "state: %s is in use by another server (expected: a folder for each server)", state);
    first.close();
    StateLock next = StateLock.take(state);
    assertThat(state.resolve("messina-state.lock")).exists();
    next.close();
  }
}
