package io.messina.store.cql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CqlUrlTest {

  @Test
  void a_url_with_all_parameters_gives_all_options() {
    CqlOptions options =
        CqlUrl.parse(
            "cql://a.example:9142,b-2,[::1]:9143/messina_2?dc=eu%20west&replication=2&timeout=800ms"
                + "&connections=8&tls=true");

    assertThat(options)
        .isEqualTo(
            new CqlOptions(
                List.of(point("a.example", 9142), point("b-2", 9042), point("::1", 9143)),
                "messina_2",
                "eu west",
                2,
                Optional.empty(),
                Optional.of(CqlTls.STANDARD),
                Duration.ofMillis(800),
                8));
  }

  @Test
  void what_is_not_given_has_its_default() {
    CqlOptions options = CqlUrl.parse("cql://localhost/messina?dc=dc1");

    assertThat(options)
        .isEqualTo(CqlOptions.of(List.of(point("localhost", 9042)), "messina", "dc1"));
    assertThat(options.replication()).isEqualTo(3);
    assertThat(options.requestTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.connectionsPerNode()).isEqualTo(4);
    assertThat(options.tls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://a/k?dc=d                    | URL: does not begin with cql:// (expected: cql://host:port/keyspace?dc=NAME)
          cql://a?dc=d                       | keyspace: none (expected: cql://host:port/keyspace?dc=NAME)
          cql://a/?dc=d                      | keyspace: none (expected: cql://host:port/keyspace?dc=NAME)
          cql://a/K?dc=d                     | keyspace: K (expected: a lower-case letter, then up to 47 of a-z, 0-9 and _)
          cql://a/k/l?dc=d                   | keyspace: k/l (expected: a lower-case letter, then up to 47 of a-z, 0-9 and _)
          cql://a/k                          | dc: none (expected: ?dc=NAME, the data centre of the database)
          cql://a/k?dc=                      | dc: empty (expected: a value)
          cql:///k?dc=d                      | host: none (expected: host or host:port)
          cql://a,,b/k?dc=d                  | host: none (expected: host or host:port)
          cql://a b/k?dc=d                   | host: a b (expected: host or host:port)
          cql://a:0/k?dc=d                   | port: 0 (expected: from 1 to 65535)
          cql://a:65536/k?dc=d               | port: 65536 (expected: from 1 to 65535)
          cql://a/k?dc=d&dc=e                | dc: given twice (expected: once)
          cql://a/k?dc=d&speed=9             | parameter: speed (expected: one of dc, replication, timeout, connections, tls)
          cql://a/k?dc=d&replication=x       | replication: x (expected: a whole number)
          cql://a/k?dc=d&replication=0       | replication: 0 (expected: from 1 to 9)
          cql://a/k?dc=d&timeout=5           | timeout: 5 (expected: a number and a unit, as in 500ms, 5s or 1m)
          cql://a/k?dc=d&timeout=6m          | timeout: PT6M (expected: from 100ms to 5m)
          cql://a/k?dc=d&connections=65      | connections: 65 (expected: from 1 to 64)
          cql://a/k?dc=d&tls=yes             | tls: yes (expected: true or false)
          cql://a/k?dc=%zz                   | parameter: %zz (expected: percent signs only before two hexadecimal digits)
          cql://eve:hidden@a/k?dc=d          | URL: has a user before @ (expected: user and password given apart from the URL)
          cql://a/k?dc=d&password=hidden     | URL: has a parameter password (expected: user and password given apart from the URL)
          """)
  void each_mistake_has_its_sentence(String url, String sentence) {
    assertThatThrownBy(() -> CqlUrl.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @Test
  void passwords_are_in_no_text() {
    CqlOptions options =
        CqlUrl.parse("cql://a/k?dc=d")
            .withCredentials(new CqlCredentials("eve", "hidden"))
            .withTls(
                new CqlTls(
                    Optional.of(new CqlTls.CertificateStore(Path.of("trust"), "hidden")),
                    Optional.empty(),
                    true));

    assertThat(options.toString()).contains("eve", "trust").doesNotContain("hidden");
  }

  private static InetSocketAddress point(String host, int port) {
    return InetSocketAddress.createUnresolved(host, port);
  }
}
