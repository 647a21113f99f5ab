package io.messina.store.cql.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CqlSessionsTest {

  @Test
  void a_port_where_nothing_listens_is_told_in_one_sentence() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }

    assertThatThrownBy(() -> CqlSessions.open(options("127.0.0.1", free)).close())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage(
            "no node answers at 127.0.0.1:"
                + free
                + ": check that the database runs, the address, the port and whether it wants TLS");
  }

  @Test
  void a_host_that_does_not_exist_is_told_in_one_sentence() {
    assertThatThrownBy(() -> CqlSessions.open(options("nowhere.invalid", 9042)).close())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage(
            "no host of that name: nowhere.invalid:9042; check the contact points of the store");
  }

  @Test
  void certificates_that_are_not_there_are_told_in_one_sentence() {
    CqlOptions options =
        options("127.0.0.1", 9042)
            .withTls(
                new CqlTls(
                    Optional.of(new CqlTls.CertificateStore(Path.of("no-such-file"), "hidden")),
                    Optional.empty(),
                    true));

    assertThatThrownBy(() -> CqlSessions.open(options).close())
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll("certificates cannot be read", "no-such-file")
        .hasMessageNotContaining("hidden");
  }

  private static CqlOptions options(String host, int port) {
    return CqlOptions.of(
        List.of(InetSocketAddress.createUnresolved(host, port)), "messina", "datacenter1");
  }
}
