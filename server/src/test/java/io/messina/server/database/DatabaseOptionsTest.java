package io.messina.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.store.cql.CqlCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseOptionsTest {

  @TempDir private Path folder;

  @Test
  void the_password_is_the_first_line_of_its_file_and_never_shown() throws IOException {
    Files.writeString(folder.resolve("password"), "opensesame\nsecond line\n");

    assertThat(DatabaseOptions.of(configuration()).orElseThrow())
        .satisfies(
            options ->
                assertThat(options.credentials())
                    .contains(new CqlCredentials("messina", "opensesame")))
        .asString()
        .doesNotContain("opensesame");
  }

  @Test
  void a_password_file_that_is_missing_or_no_text_is_told_in_one_sentence() throws IOException {
    assertRefused();
    Files.write(folder.resolve("password"), new byte[] {(byte) 0xff, 'x'});
    assertRefused();
  }

  private void assertRefused() {
    assertThatThrownBy(() -> DatabaseOptions.of(configuration()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "store-password-file: %s (expected: a text file to be read)",
            folder.resolve("password"));
  }

  private Configuration configuration() {
    return Configuration.read(
        folder,
        Map.of(),
        Map.of(
            "--store", "cql://db:9042/messina?dc=dc1",
            "--store-user", "messina",
            "--store-password-file", folder.resolve("password").toString()));
  }
}
