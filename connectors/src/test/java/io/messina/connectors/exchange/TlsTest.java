package io.messina.connectors.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.exchange.HttpEnding.Answer;
import io.messina.connectors.exchange.HttpEnding.Cause;
import io.messina.connectors.exchange.HttpEnding.NotSent;
import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.ProviderDouble.Repeats;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final TestCertificate certificate = TestCertificate.ofLocalhostAndProvider();
  private ProviderDouble server;

  @BeforeAll
  void start() throws Exception {
    server =
        ProviderDouble.start(
            certificate.server().getServerSocketFactory(), "https", request -> "any", Repeats.NEW);
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  private HttpEnding exchanged(String host, SSLContext tls) {
    AddressLookup loopback = name -> List.of(InetAddress.getLoopbackAddress());
    try (HttpExchanges exchanges = new HttpExchanges(new Egress(2, true, loopback, tls))) {
      return exchanges.exchange(
          new HttpCall(
              "POST",
              URI.create("https://" + host + ":" + server.port() + "/"),
              Map.of(),
              new byte[] {1}),
          LONG);
    }
  }

  private static void assertNotSent(HttpEnding ending) {
    assertThat(ending)
        .isInstanceOfSatisfying(
            NotSent.class, unsent -> assertThat(unsent.cause()).isEqualTo(Cause.UNREACHABLE));
  }

  @Test
  void a_checked_address_still_needs_a_certificate_of_the_name() throws Exception {
    int before = server.taken("any");
    assertThat(exchanged("provider.test", certificate.client())).isInstanceOf(Answer.class);
    assertThat(server.taken("any")).isEqualTo(before + 1);
    assertNotSent(exchanged("other.test", certificate.client()));
    assertThat(server.taken("any")).isEqualTo(before + 1);
  }

  @Test
  void a_certificate_that_nobody_trusts_is_certainly_no_acceptance() throws Exception {
    int before = server.taken("any");
    assertNotSent(exchanged("provider.test", SSLContext.getDefault()));
    assertThat(server.taken("any")).isEqualTo(before);
  }
}
