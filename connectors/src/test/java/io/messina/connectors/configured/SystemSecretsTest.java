package io.messina.connectors.configured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemSecretsTest {

  @TempDir private Path folder;

  private SystemSecrets secrets() {
    return new SystemSecrets(Optional.of(folder), Map.of("TOKEN", "t1", "EMPTY", ""));
  }

  private void refused(String reference, String sentence) {
    assertThatThrownBy(() -> secrets().find(reference))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void a_secret_is_a_variable_or_a_file_and_shows_nowhere() throws Exception {
    Path file = Files.writeString(folder.resolve("password"), "hunter2\n");
    assertThat(secrets().find("env:TOKEN").text()).isEqualTo("t1");
    assertThat(secrets().find("file:" + file).text()).isEqualTo("hunter2");
    assertThat(secrets().find("file:password").text()).isEqualTo("hunter2");
    assertThat(secrets().find("file:password")).asString().doesNotContain("hunter2");
    assertThat(secrets()).asString().doesNotContain("t1");
  }

  @Test
  void a_file_that_is_replaced_is_read_anew() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "old");
    SystemSecrets secrets = secrets();
    assertThat(secrets.find("file:" + file).text()).isEqualTo("old");
    Files.writeString(file, "new");
    assertThat(secrets.find("file:" + file).text()).isEqualTo("new");
  }

  @Test
  void a_key_of_several_lines_is_as_it_stands() throws Exception {
    Files.writeString(folder.resolve("key"), "-----BEGIN\nabc\n-----END\n\n");
    assertThat(secrets().find("file:key").text()).isEqualTo("-----BEGIN\nabc\n-----END");
  }

  @Test
  void what_is_not_there_is_told_with_its_reference() throws Exception {
    refused("env:NONE", "env:NONE: is absent");
    refused("env:EMPTY", "env:EMPTY: is absent");
    refused("file:none", "file:none: cannot be read");
    Files.writeString(folder.resolve("empty"), "\n");
    refused("file:empty", "an empty file");
    refused("file:.", "no file");
    Files.writeString(folder.resolve("large"), "hunter2".repeat(10_000));
    refused("file:large", "too large");
    refused("hunter2", "secret: another form");
  }

  @Test
  void files_elsewhere_are_not_read_not_even_by_links(@TempDir Path elsewhere) throws Exception {
    Path file = Files.writeString(elsewhere.resolve("password"), "hunter2");
    refused("file:" + file, "elsewhere (expected: within the folder of secrets)");
    refused("file:../" + elsewhere.getFileName() + "/password", "expected: ");
    Files.createSymbolicLink(folder.resolve("link"), file);
    refused("file:link", "elsewhere (expected: within the folder of secrets)");
    SystemSecrets free = new SystemSecrets(Optional.empty(), Map.of());
    assertThat(free.find("file:" + file).text()).isEqualTo("hunter2");
  }
}
