package io.messina.connectors.configured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemSecretsTest {

  @TempDir private Path folder;

  private SystemSecrets secrets() {
    return secrets(Optional.of(folder), true);
  }

  private SystemSecrets secrets(Optional<Path> within, boolean isWithoutFolder) {
    return new SystemSecrets(
        new SecretBounds(
            name -> !name.startsWith("OWN_"),
            within,
            isWithoutFolder,
            List.of(folder.resolve("own"), folder.resolve("none"))),
        Map.of("TOKEN", "t1", "EMPTY", "", "OWN_PASSWORD", "hunter2"));
  }

  private void refused(String reference, String sentence) {
    refused(secrets(), reference, sentence);
  }

  private static void refused(SystemSecrets secrets, String reference, String sentence) {
    assertThatThrownBy(() -> secrets.find(reference))
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
    assertThat(secrets(Optional.empty(), true).find("file:" + file).text()).isEqualTo("hunter2");
    refused(secrets(Optional.empty(), false), "file:" + file, "closed to definitions");
  }

  @Test
  void the_servers_own_secrets_are_closed_under_each_of_their_names() throws Exception {
    refused("env:OWN_PASSWORD", "env:OWN_PASSWORD: closed to definitions");
    refused("env:OWN_NONE", "env:OWN_NONE: closed to definitions");
    Path own = Files.writeString(folder.resolve("own"), "hunter2");
    Files.createSymbolicLink(folder.resolve("link"), own);
    Files.createLink(folder.resolve("hard"), own);
    for (String name : List.of("own", "link", "hard", "../" + folder.getFileName() + "/own")) {
      refused("file:" + name, "one of the server's own files");
    }
  }

  @Test
  void the_environment_is_no_file() {
    SystemSecrets free = secrets(Optional.empty(), true);
    for (String place : List.of("/proc/self", "/proc/" + ProcessHandle.current().pid())) {
      refused(free, "file:" + place + "/environ", "one of the server's own files");
    }
  }
}
