package io.messina.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.server.Node;
import io.messina.server.RunningNode;
import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.testkit.SystemWaiting;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@SuppressWarnings("NullAway.Init")
class TlsTest {

  private static final String ADMIN = RunningNode.ADMIN;

  @TempDir private Path folder;

  @Test
  void clients_with_the_authority_and_a_token_are_served_at_any_address_and_others_are_not()
      throws Exception {
    PemCertificate made = PemCertificate.in(folder);
    Path token = Files.writeString(folder.resolve("token"), ADMIN + "\n");
    Configuration open =
        RunningNode.configuration(
            folder,
            "--host",
            "0.0.0.0",
            "--auth",
            "tokens",
            "--admin-token-file",
            token.toString(),
            "--tls-certificate",
            made.certificate().toString(),
            "--tls-key",
            made.key().toString());
    try (Node node = Node.start(open)) {
      assertThat(node.awaitReady(Duration.ofSeconds(30))).isTrue();
      assertThat(node.baseUrl()).startsWith("https://");
      URI url = URI.create("https://127.0.0.1:" + URI.create(node.baseUrl()).getPort());
      Path authority = Files.copy(made.certificate(), folder.resolve("first.pem"));
      try (MessinaClient client =
          MessinaClient.builder(url).authorities(authority).tokenFile(token).build()) {
        assertThat(client.streams()).isEmpty();
      }
      try (MessinaClient client =
          MessinaClient.builder(url).authorities(authority).token("wrong").build()) {
        assertThatThrownBy(client::streams)
            .isInstanceOfSatisfying(
                MessinaException.class,
                e -> assertThat(e.problem().code()).isEqualTo("unauthenticated"));
      }

      PemCertificate other = PemCertificate.in(folder);
      SystemWaiting.until(() -> isServed(url, other.certificate(), token));
      assertThat(isServed(url, authority, token)).isFalse();
    }
  }

  private static boolean isServed(URI url, Path authority, Path token) {
    try (MessinaClient client =
        MessinaClient.builder(url)
            .authorities(authority)
            .tokenFile(token)
            .retries(io.messina.client.error.RetryPolicy.NONE)
            .build()) {
      return client.streams().isEmpty();
    } catch (MessinaException _) {
      return false;
    }
  }

  @Test
  void an_address_that_others_reach_needs_tokens_and_tls_or_a_word_that_names_the_risk()
      throws Exception {
    PemCertificate made = PemCertificate.in(folder);
    String certificate = made.certificate().toString();
    String key = made.key().toString();
    assertRefused("unsafe-open=yes", "--host", "0.0.0.0");
    assertRefused("unsafe-open=yes", "--host", "0.0.0.0", "--auth", "tokens");
    assertRefused(
        "unsafe-open=yes", "--host", "::", "--tls-certificate", certificate, "--tls-key", key);
    assertRefused("expected: both, or none", "--tls-certificate", certificate);
    assertRefused(
        "tls-certificate: " + key + " (expected: certificates in PEM)",
        "--tls-certificate",
        key,
        "--tls-key",
        certificate);
    assertRefused(
        "tls-certificate: /absent (expected: a PEM file to be read)",
        "--tls-certificate",
        "/absent",
        "--tls-key",
        key);
    assertRefused(
        "tls-key: /absent (expected: a PEM file to be read)",
        "--tls-certificate",
        certificate,
        "--tls-key",
        "/absent");
    try (Node node =
        Node.start(
            RunningNode.configuration(folder, "--host", "0.0.0.0", "--unsafe-open", "yes"))) {
      assertThat(node.awaitReady(Duration.ofSeconds(30))).isTrue();
    }
  }

  @Test
  void a_key_of_another_certificate_is_refused() throws Exception {
    PemCertificate made = PemCertificate.in(folder);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    for (String algorithm : List.of("EC", "RSA")) {
      PemCertificate other = PemCertificate.in(elsewhere, algorithm, "-1d");
      assertRefused(
          "tls-key: %s (expected: the key of the first certificate in tls-certificate, %s)"
              .formatted(other.key(), made.certificate()),
          "--tls-certificate",
          made.certificate().toString(),
          "--tls-key",
          other.key().toString());
    }
  }

  @Test
  void a_key_of_another_form_is_refused_with_the_command_that_makes_the_right_one()
      throws Exception {
    PemCertificate made = PemCertificate.in(folder);
    Path key =
        Files.writeString(
            folder.resolve("sec1"),
            "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----\n");
    assertRefused(
        "openssl pkcs8 -topk8 -nocrypt",
        "--tls-certificate",
        made.certificate().toString(),
        "--tls-key",
        key.toString());
  }

  private void assertRefused(String expected, String... flags) {
    assertThatThrownBy(() -> Node.start(RunningNode.configuration(folder, flags)).close())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(expected);
    assertThat(folder.resolve("data")).doesNotExist();
  }
}
