package io.messina.peers;

import static io.messina.peers.PeerRig.LONG;
import static io.messina.peers.PeerRig.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.peers.PeerNetwork.Weight;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that know each other by certificates. */
final class PeerTlsTest {

  @TempDir private static Path folder;

  private static PeerCertificate mine;
  private static PeerCertificate elsewhere;
  private static PeerCertificate unknown;

  private final AtomicInteger served = new AtomicInteger();
  private String here = "";
  private String there = "";

  @BeforeAll
  static void makeCertificates() throws Exception {
    mine = new PeerCertificate(folder, "mine", "ip:127.0.0.1");
    elsewhere = new PeerCertificate(folder, "elsewhere", "dns:elsewhere.test");
    unknown = new PeerCertificate(folder, "unknown", "ip:127.0.0.1");
  }

  @BeforeEach
  void chooseAddresses() throws IOException {
    here = PeerRig.freeAddress();
    there = PeerRig.freeAddress();
  }

  @Test
  void nodes_whose_certificates_have_their_hosts_ask_each_other() throws Exception {
    assertThat(ask(mine, mine)).isEqualTo("served");
  }

  @Test
  void a_node_whose_certificate_is_of_another_host_is_refused_on_either_side() throws Exception {
    assertThat(ask(elsewhere, mine)).contains("cannot be reached");
    assertThat(ask(mine, elsewhere)).contains("its certificate is of [elsewhere.test]");
    assertThat(served).hasValue(0);
  }

  @Test
  void a_certificate_that_nobody_trusts_is_refused_on_either_side() throws Exception {
    assertThat(ask(unknown, mine)).contains("cannot be reached");
    assertThat(ask(mine, unknown)).contains("cannot be reached");
    assertThat(served).hasValue(0);
  }

  @Test
  void whoever_speaks_without_tls_is_refused() throws Exception {
    try (PeerListener _ = listen(mine);
        PeerNetwork network =
            new PeerNetwork(PeerRig.settings("c", here, Optional.of(PeerRig.SECRET)))) {
      Throwable failure =
          PeerRig.failure(() -> PeerRig.ask(network, there, Weight.LIGHT, bytes("x"), LONG).join());
      assertThat(failure).hasMessageContaining("cannot be reached");
    }
    assertThat(served).hasValue(0);
  }

  @Test
  void whoever_connects_and_says_nothing_hinders_nobody() throws Exception {
    try (PeerListener _ = listen(mine);
        Socket _ = new Socket(InetAddress.getLoopbackAddress(), PeerRig.at(there).getPort());
        PeerNetwork network = network(mine)) {
      assertThat(PeerRig.ask(network, there, Weight.LIGHT, bytes("x"), LONG).join())
          .isEqualTo(bytes("served"));
    }
  }

  private String ask(PeerCertificate listening, PeerCertificate asking) throws Exception {
    try (PeerListener _ = listen(listening);
        PeerNetwork network = network(asking)) {
      return PeerRig.ask(network, there, Weight.LIGHT, bytes("x"), LONG)
          .handle(
              (answer, failure) ->
                  failure == null
                      ? new String(answer, StandardCharsets.UTF_8)
                      : failure.getMessage())
          .join();
    }
  }

  private PeerListener listen(PeerCertificate certificate) throws Exception {
    return PeerRig.listen(
        settings(there, certificate),
        (_, _, _) -> {
          served.incrementAndGet();
          return bytes("served");
        });
  }

  private PeerNetwork network(PeerCertificate certificate) throws Exception {
    return new PeerNetwork(settings(here, certificate));
  }

  private static PeerSettings settings(String address, PeerCertificate certificate)
      throws GeneralSecurityException, IOException {
    SSLContext tls = certificate.trusting(List.of(mine, elsewhere));
    return PeerRig.settings("c", address, Optional.empty(), Optional.of(tls));
  }
}
