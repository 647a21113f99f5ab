package io.messina.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.connectors.configured.SystemSecrets;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSecretsTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "MESSINA_STORE_PASSWORD", "hunter2", "HOOKS_TOKEN", "t1", "HOOKS", "t2", "AWS_KEY", "t3");

  @TempDir private Path folder;
  private Path secret;

  @BeforeEach
  void keep() throws IOException {
    secret = Files.writeString(folder.resolve("secret"), "t4");
  }

  private SystemSecrets secrets(String... flags) {
    Map<String, String> given = new LinkedHashMap<>();
    for (int i = 0; i < flags.length; i += 2) {
      given.put(flags[i], flags[i + 1]);
    }
    return LocalSecrets.of(Configuration.read(folder, ENVIRONMENT, given), ENVIRONMENT);
  }

  private static void opens(SystemSecrets secrets, String... references) {
    assertThat(references).allSatisfy(it -> assertThat(secrets.find(it).text()).startsWith("t"));
  }

  private static void closes(SystemSecrets secrets, String... references) {
    assertThat(references)
        .allSatisfy(
            it ->
                assertThatThrownBy(() -> secrets.find(it))
                    .hasMessageStartingWith(it + ": ")
                    .hasMessageNotContaining("hunter2"));
  }

  @Test
  void without_tokens_all_is_open_but_the_servers_own() {
    opens(secrets(), "env:HOOKS_TOKEN", "env:AWS_KEY", "file:" + secret);
    closes(secrets(), "env:MESSINA_STORE_PASSWORD");
  }

  @Test
  void with_tokens_only_that_is_open_which_the_options_name() {
    closes(secrets("--auth", "tokens"), "env:HOOKS_TOKEN", "env:AWS_KEY", "file:" + secret);
    SystemSecrets named =
        secrets("--auth", "tokens", "--secrets", folder + "", "--secrets-env", "HOOKS,NONE");
    opens(named, "env:HOOKS", "file:secret", "file:" + secret);
    closes(named, "env:HOOKS_TOKEN", "env:AWS_KEY", "env:MESSINA_STORE_PASSWORD");
  }

  @Test
  void the_beginning_of_a_name_opens_no_variable_of_messina() {
    opens(secrets("--secrets-env", "HOOKS_*"), "env:HOOKS_TOKEN");
    closes(secrets("--secrets-env", "HOOKS_*"), "env:HOOKS", "env:AWS_KEY");
    opens(secrets("--auth", "tokens", "--secrets-env", "*"), "env:HOOKS_TOKEN", "env:AWS_KEY");
    closes(secrets("--secrets-env", "MESSINA_*,*"), "env:MESSINA_STORE_PASSWORD");
  }

  @Test
  void no_file_of_the_server_with_a_secret_is_open() throws IOException {
    Path options = Files.writeString(folder.resolve("messina.yaml"), "store-password: hunter2");
    closes(secrets(), "file:" + options);
    for (String option :
        List.of(
            "admin-token-file",
            "tls-key",
            "store-password-file",
            "store-key",
            "cluster-secret-file")) {
      opens(secrets(), "file:" + secret);
      closes(secrets("--" + option, secret.toString()), "file:" + secret);
    }
  }

  @Test
  void an_option_that_names_a_file_with_a_secret_is_marked() {
    assertThat(Options.ALL)
        .filteredOn(option -> option.name().matches(".*-(key|(token|password|secret)-file)"))
        .allMatch(option -> option.type().equals("secret-file"))
        .hasSize(5);
  }
}
