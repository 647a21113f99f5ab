package io.messina.peers;

import static io.messina.peers.PeerRig.LONG;
import static io.messina.peers.PeerRig.SECRET;
import static io.messina.peers.PeerRig.bytes;
import static io.messina.peers.PeerRig.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.peers.PeerNetwork.Weight;
import io.messina.stream.owner.PeerException;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is let in, and what the others are told. */
final class HandshakeTest {

  private final AtomicInteger served = new AtomicInteger();
  private String here = "";
  private String there = "";

  @BeforeEach
  void chooseAddresses() throws IOException {
    here = PeerRig.freeAddress();
    there = PeerRig.freeAddress();
  }

  @Test
  void nodes_with_one_secret_know_who_the_other_one_is() throws IOException {
    PeerSettings listening = settings("c", there, Optional.of(SECRET));
    PeerSettings asking = settings("c", here, Optional.of(SECRET));
    try (PeerListener _ =
            PeerRig.listen(
                listening, (from, _, _) -> bytes(String.valueOf(from.equals(asking.identity()))));
        PeerNetwork network = new PeerNetwork(asking)) {
      assertThat(PeerRig.ask(network, there, Weight.LIGHT, bytes("who"), LONG).join())
          .isEqualTo(bytes("true"));
    }
  }

  @Test
  void another_secret_is_refused_and_both_are_told() throws IOException {
    byte[] other = SECRET.clone();
    other[0]++;
    assertRefused(
        settings("c", there, Optional.of(SECRET)),
        settings("c", here, Optional.of(other)),
        "has another cluster secret");
  }

  @Test
  void a_node_without_the_secret_is_refused_on_either_side() throws IOException {
    assertRefused(
        settings("c", there, Optional.of(SECRET)),
        settings("c", here, Optional.empty()),
        here + ": has no cluster secret");
    assertRefused(
        settings("c", there, Optional.empty()),
        settings("c", here, Optional.of(SECRET)),
        there + ": has no cluster secret");
  }

  @Test
  void a_node_of_another_cluster_is_refused() throws IOException {
    assertRefused(
        settings("c", there, Optional.empty()),
        settings("d", here, Optional.empty()),
        "of cluster d, not of c");
  }

  @Test
  void a_node_that_is_not_the_one_that_was_called_is_refused() throws IOException {
    PeerSettings listening = settings("c", "10.1.2.3:9", Optional.empty());
    try (PeerListener _ = new PeerListener(listening, PeerRig.at(there), (_, _, _) -> serve())) {
      assertThat(asked(settings("c", here, Optional.empty())))
          .hasMessageContaining("the node here is 10.1.2.3:9");
    }
    assertThat(served).hasValue(0);
  }

  @Test
  void two_nodes_with_one_address_are_told() throws IOException {
    assertRefused(
        settings("c", there, Optional.empty()),
        settings("c", there, Optional.empty()),
        "two nodes have this address");
  }

  @Test
  void a_node_of_other_versions_only_is_told_which_are_spoken() throws IOException {
    PeerSettings asking = settings("c", here, Optional.empty());
    Hello later = new Hello(7, 9, asking.identity(), there, false, asking.nonce());
    assertThat(goodbye(settings("c", there, Optional.empty()), later.encode()))
        .contains("speaks versions 7 to 9")
        .contains("speaks 1 to 1");
  }

  @Test
  void what_follows_in_the_hello_of_a_later_version_is_passed_over() throws IOException {
    PeerSettings asking = settings("c", here, Optional.empty());
    byte[] hello = new Hello(1, 9, asking.identity(), there, false, asking.nonce()).encode();
    byte[] longer = Arrays.copyOf(hello, hello.length + 40);
    Hello read = Hello.decode(longer);
    assertThat(read.identity()).isEqualTo(asking.identity());
    assertThat(read.highest()).isEqualTo(9);
  }

  /**
   * Whoever stands between two nodes could shift what one of them says into what the other says.
   */
  @Test
  void a_proof_of_other_hellos_is_none() throws IOException {
    PeerSettings asking = settings("c", here, Optional.of(SECRET));
    byte[] asked = new Hello(1, 1, asking.identity(), there, true, asking.nonce()).encode();
    byte[] longer = Arrays.copyOf(asked, asked.length + 7);
    assertThat(Handshake.both(asked, longer)).isNotEqualTo(Handshake.both(longer, asked));
    byte[] tail = Arrays.copyOfRange(longer, asked.length, longer.length);
    byte[] shifted = new byte[tail.length + asked.length];
    System.arraycopy(tail, 0, shifted, 0, tail.length);
    System.arraycopy(asked, 0, shifted, tail.length, asked.length);
    assertThat(Handshake.both(longer, asked)).isNotEqualTo(Handshake.both(asked, shifted));
  }

  @Test
  void whoever_is_no_peer_is_told_so() throws IOException {
    assertThat(goodbye(settings("c", there, Optional.empty()), bytes("GET / HTTP/1.1")))
        .contains("expected: those of a node of Messina");
  }

  @Test
  void without_a_secret_nobody_listens_to_other_machines() {
    assertThatThrownBy(
            () ->
                new PeerListener(
                    settings("c", here, Optional.empty()),
                    new InetSocketAddress("0.0.0.0", 0),
                    (_, _, _) -> serve()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: a cluster secret, TLS, or a loopback address");
  }

  @Test
  void an_address_that_is_taken_is_named() throws IOException {
    PeerSettings listening = settings("c", there, Optional.empty());
    try (PeerListener _ = PeerRig.listen(listening, (_, _, _) -> serve())) {
      assertThatThrownBy(() -> PeerRig.listen(listening, (_, _, _) -> serve()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(there);
    }
  }

  @Test
  void a_secret_that_is_short_is_refused() {
    assertThatThrownBy(() -> settings("c", here, Optional.of(bytes("short"))))
        .hasMessage("cluster secret: 5 bytes (expected: at least 16)");
  }

  private byte[] serve() {
    served.incrementAndGet();
    return Frame.NO_BODY;
  }

  private void assertRefused(PeerSettings listening, PeerSettings asking, String why)
      throws IOException {
    try (PeerListener _ = PeerRig.listen(listening, (_, _, _) -> serve())) {
      assertThat(asked(asking)).hasMessageContaining(why);
    }
    assertThat(served).hasValue(0);
  }

  private Throwable asked(PeerSettings asking) {
    try (PeerNetwork network = new PeerNetwork(asking)) {
      Throwable failure =
          PeerRig.failure(() -> PeerRig.ask(network, there, Weight.LIGHT, bytes("x"), LONG).join());
      assertThat(failure).isInstanceOf(PeerException.class);
      assertThat(((PeerException) failure).mayHaveHappened()).isFalse();
      return failure;
    }
  }

  /** What a node says to whoever begins with other words. */
  private String goodbye(PeerSettings listening, byte[] hello) throws IOException {
    try (PeerListener _ = PeerRig.listen(listening, (_, _, _) -> serve());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), PeerRig.at(there).getPort())) {
      FrameStreams.write(
          socket.getOutputStream(), Frame.of(Frame.Kind.HELLO, hello), Seal.checksum());
      Frame answer =
          FrameStreams.read(
              new DataInputStream(socket.getInputStream()), Seal.checksum(), Frame.BODY_MAX);
      assertThat(answer.kind()).isEqualTo(Frame.Kind.GOODBYE);
      return new String(answer.body(), StandardCharsets.UTF_8);
    }
  }
}
