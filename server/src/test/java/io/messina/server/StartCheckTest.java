package io.messina.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.server.config.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartCheckTest {

  private static final String TOKEN = "hunter2-hunter2-hunter2";

  @TempDir private Path folder;

  private List<String> warnings(String... flags) {
    return StartCheck.warnings(RunningNode.configuration(folder, flags));
  }

  private Path file(String name, String content) throws IOException {
    return Files.setPosixFilePermissions(
        Files.writeString(folder.resolve(name), content),
        PosixFilePermissions.fromString("rw-r-----"));
  }

  /** A start is refused by one sentence, before it makes anything. */
  private void refused(String sentence, String... flags) {
    assertThatThrownBy(() -> Node.start(RunningNode.configuration(folder, flags)).close())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(sentence)
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void files_of_options_are_looked_at_before_anything_is_made() throws IOException {
    String file = file("file", "text").toString();
    String none = folder.resolve("none/x").toString();
    refused("ready-file: " + none + " (expected: a file in a folder", "--ready-file", none);
    refused("ready-file: " + folder + " (", "--ready-file", folder.toString());
    refused("admin-token-file: " + none, "--auth", "tokens", "--admin-token-file", none);
    refused("aggregators: " + none, "--aggregators", none);
    refused("aggregators: " + file, "--aggregators", file);
    refused("secrets: " + none + " (expected: a folder that exists)", "--secrets", none);
    refused("secrets: " + file, "--secrets", file);
    refused("state: " + file + "/x", "--state", file + "/x");
    refused("access-log: " + file + "/x", "--access-log", file + "/x");
    refused("access-log: " + none, "--access-log", none);
    refused("snapshots: " + file, "--snapshots", file);
    refused("memory-max: ", "--memory-max", "1024GiB");
    assertThat(folder).isDirectoryNotContaining("glob:**/{none,data}");
  }

  @Test
  void urls_and_places_of_another_form_are_refused_by_a_sentence() {
    for (String url : List.of("foo", "//x", "https://x:99999", "https://u:p@x", "ftp://x")) {
      refused("--public-url: " + url + " (expected: a URL as in", "--public-url", url);
    }
    refused("--snapshots: http://x (expected: a path, or s3:", "--snapshots", "http://x");
  }

  @Test
  void options_that_contradict_each_other_are_refused() {
    refused(
        "decompressed-max: 64MiB (expected: at most bodies-max, 16MiB)",
        "--decompressed-max",
        "64MiB",
        "--bodies-max",
        "16MiB");
    refused(
        "body-max: 8MiB (expected: at most bodies-max, 1MiB)",
        "--decompressed-max",
        "1MiB",
        "--bodies-max",
        "1MiB");
    refused("roles: owner (expected: gateway,owner", "--roles", "owner");
  }

  @Test
  void a_token_that_no_client_can_send_is_refused_and_not_shown() throws IOException {
    for (String token : List.of("\ufeff" + TOKEN, TOKEN + " x", TOKEN + "\u00e9", "hunter2")) {
      String file = file("token", token).toString();
      refused("admin-token-file: " + file, "--auth", "tokens", "--admin-token-file", file);
    }
    Path latin =
        Files.write(
            folder.resolve("latin"), (TOKEN + "\u00e9").getBytes(StandardCharsets.ISO_8859_1));
    refused(
        "admin-token-file: " + latin, "--auth", "tokens", "--admin-token-file", latin.toString());
    String good = file("token", TOKEN + "\n").toString();
    assertThat(warnings("--auth", "tokens", "--admin-token-file", good)).isEmpty();
  }

  @Test
  void a_file_with_a_secret_that_every_user_can_use_is_named() throws IOException {
    Path token = file("token", TOKEN);
    for (String rights : List.of("rw-r--r--", "rw--w--w-", "rw-rw-rw-")) {
      Files.setPosixFilePermissions(token, PosixFilePermissions.fromString(rights));
      assertThat(warnings("--auth", "tokens", "--admin-token-file", token.toString()))
          .hasSize(1)
          .first()
          .asString()
          .startsWith(token + " can be read or changed by every user");
    }
  }

  @Test
  void a_file_of_options_is_among_them_if_it_has_a_secret() throws IOException {
    Path options = Files.writeString(folder.resolve("messina.yaml"), "port: 0\n");
    Files.setPosixFilePermissions(options, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(warnings()).isEmpty();
    Files.writeString(options, "store-trust-password: " + TOKEN);
    assertThat(warnings()).hasSize(1).first().asString().startsWith(options + " can be read");
  }

  @Test
  void an_address_for_other_servers_is_open_to_none_without_a_secret() {
    for (String peers : List.of("0.0.0.0:0", "192.0.2.1:8421")) {
      refused(
          "peers: ",
          "--store",
          "cql://127.0.0.1:1/none?dc=a",
          "--peers",
          peers,
          "--advertise",
          "a.example:8421");
    }
  }

  @Test
  void options_that_are_of_no_use_are_named() throws IOException {
    String secret = file("secret", TOKEN).toString();
    assertThat(warnings("--peers", "127.0.0.1:0", "--cluster-secret-file", secret))
        .containsExactly(
            "peers, cluster-secret-file: of no use, as the store is a folder (store=embedded)");
    assertThat(warnings("--admin-token-file", secret))
        .containsExactly("admin-token-file is of no use without auth=tokens");
    assertThat(warnings("--roles", "gateway,owner")).isEmpty();
  }
}
