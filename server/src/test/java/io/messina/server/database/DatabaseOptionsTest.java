package io.messina.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.store.cql.session.CqlCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseOptionsTest {

  private static final String STORE = "cql://db:9042/messina?dc=dc1";

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

  @Test
  void a_user_and_a_password_come_together() {
    assertThatThrownBy(() -> DatabaseOptions.of(with(Map.of("--store-user", "messina"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "store-user: no password is given (expected: MESSINA_STORE_PASSWORD or"
                + " --store-password-file)");
    assertThatThrownBy(
            () ->
                DatabaseOptions.of(
                    Configuration.read(
                        folder,
                        Map.of("MESSINA_STORE_PASSWORD", "opensesame"),
                        Map.of("--store", STORE))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("store-password: no user is given (expected: --store-user)");
  }

  private void assertRefused() {
    assertThatThrownBy(() -> DatabaseOptions.of(configuration()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "store-password-file: %s (expected: a text file to be read)",
            folder.resolve("password"));
  }

  private Configuration configuration() {
    return with(
        Map.of(
            "--store-user",
            "messina",
            "--store-password-file",
            folder.resolve("password").toString()));
  }

  private Configuration with(Map<String, String> flags) {
    Map<String, String> all = new HashMap<>(flags);
    all.put("--store", STORE);
    return Configuration.read(folder, Map.of(), all);
  }
}
