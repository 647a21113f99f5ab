package io.messina.peers;

import io.messina.peers.Frame.Kind;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.Mac;

/**
 * The beginning of a connection, after which each side knows the other one's identity:
 *
 * <pre>
 *   the connecting side      the listening side
 *   HELLO ────────────────►
 *         ◄──────────────── HELLO, PROOF
 *   PROOF ────────────────►
 *         ◄──────────────── PROOF, which is empty: ready
 * </pre>
 *
 * <p>A proof is the HMAC-SHA256 (RFC 2104) by the secret over the name of its side and both hellos,
 * nonces included, so it is good for this connection only. The keys of the seals are made in the
 * same way. Without a secret proofs are empty. A side that finds something wrong says it in a
 * GOODBYE, and ends the connection.
 */
record Handshake(PeerSettings settings, DataInputStream in, OutputStream out) {

  /** The versions of the protocol that are spoken here. */
  static final int LEAST = 1;

  static final int HIGHEST = 1;

  /** How long anything is before the other side is known. */
  private static final int BODY_MAX = 1 << 10;

  private static final String CONNECTING = "connecting";
  private static final String LISTENING = "listening";

  /**
   * The result for both sides.
   *
   * @param other the other side
   */
  record Session(PeerIdentity other, Seal sending, Seal receiving) {}

  /**
   * Connects to the node of an address.
   *
   * @throws IOException also if that node, or this one, does not want the other
   */
  Session connect(String address) throws IOException {
    Hello mine = hello(address);
    send(Kind.HELLO, mine.encode());
    byte[] answered = await(Kind.HELLO);
    byte[] proof = await(Kind.PROOF);
    Hello theirs = decode(answered);
    if (!theirs.identity().address().equals(address)) {
      throw refused(address + ": the node there is " + theirs.identity().address());
    }
    check(theirs, mine);
    byte[] both = both(mine.encode(), answered);
    checkProof(proof, LISTENING, both, theirs);
    send(Kind.PROOF, keyed(CONNECTING, both));
    var _ = await(Kind.PROOF);
    return session(theirs, both, CONNECTING, LISTENING);
  }

  /**
   * Answers a node that has connected.
   *
   * @param stranger why it is another one than it says, if TLS knows it
   * @throws IOException also if this node, or that one, does not want the other
   */
  Session accept(Function<PeerIdentity, Optional<String>> stranger) throws IOException {
    byte[] asked = await(Kind.HELLO);
    Hello theirs = decode(asked);
    PeerIdentity me = settings.identity();
    if (!theirs.to().equals(me.address())) {
      throw refused(theirs.to() + ": the node here is " + me.address());
    }
    Hello mine = hello(me.address());
    check(theirs, mine);
    Optional<String> other = stranger.apply(theirs.identity());
    if (other.isPresent()) {
      throw refused(other.get());
    }
    byte[] both = both(asked, mine.encode());
    send(Kind.HELLO, mine.encode());
    send(Kind.PROOF, keyed(LISTENING, both));
    checkProof(await(Kind.PROOF), CONNECTING, both, theirs);
    send(Kind.PROOF, Frame.NO_BODY);
    return session(theirs, both, LISTENING, CONNECTING);
  }

  private Hello hello(String to) {
    return new Hello(
        LEAST, HIGHEST, settings.identity(), to, settings.secret().isPresent(), settings.nonce());
  }

  private void check(Hello theirs, Hello mine) throws IOException {
    PeerIdentity me = settings.identity();
    PeerIdentity other = theirs.identity();
    if (!other.cluster().equals(me.cluster())) {
      throw refused(
          other.address() + ": of cluster " + other.cluster() + ", not of " + me.cluster());
    }
    if (other.address().equals(me.address())) {
      throw refused(other.address() + ": two nodes have this address");
    }
    if (theirs.highest() < LEAST || theirs.least() > HIGHEST) {
      throw refused(
          other.address()
              + ": speaks versions "
              + theirs.least()
              + " to "
              + theirs.highest()
              + " of the peers' protocol, and "
              + me.address()
              + " speaks "
              + LEAST
              + " to "
              + HIGHEST);
    }
    if (theirs.secured() != mine.secured()) {
      throw refused(
          (theirs.secured() ? me.address() : other.address()) + ": has no cluster secret");
    }
  }

  private void checkProof(byte[] proof, String side, byte[] both, Hello theirs) throws IOException {
    if (!MessageDigest.isEqual(proof, keyed(side, both))) {
      throw refused(theirs.identity().address() + ": has another cluster secret");
    }
  }

  private Session session(Hello theirs, byte[] both, String here, String there) {
    return new Session(
        theirs.identity(), seal("frames " + here, both), seal("frames " + there, both));
  }

  /** TLS proves the sender by itself. */
  private Seal seal(String label, byte[] both) {
    return settings.secret().isPresent() && settings.tls().isEmpty()
        ? Seal.keyed(keyed(label, both))
        : Seal.checksum();
  }

  private byte[] keyed(String label, byte[] both) {
    Optional<Mac> mac = settings.secret().map(Seal::mac);
    mac.ifPresent(it -> it.update(label.getBytes(StandardCharsets.UTF_8)));
    return mac.map(it -> it.doFinal(both)).orElse(Frame.NO_BODY);
  }

  /** With the length of the first, so that no byte can be moved from one to the other. */
  static byte[] both(byte[] connecting, byte[] listening) {
    return ByteBuffer.allocate(Integer.BYTES + connecting.length + listening.length)
        .putInt(connecting.length)
        .put(connecting)
        .put(listening)
        .array();
  }

  private Hello decode(byte[] body) throws IOException {
    try {
      return Hello.decode(body);
    } catch (FrameException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private byte[] await(Kind kind) throws IOException {
    Frame frame;
    try {
      frame = FrameStreams.read(in, Seal.checksum(), BODY_MAX);
    } catch (FrameException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
    if (frame.kind() == Kind.GOODBYE) {
      throw new IOException(new String(frame.body(), StandardCharsets.UTF_8));
    }
    if (frame.kind() != kind) {
      throw refused("frame: " + frame.kind() + " (expected: " + kind + ")");
    }
    return frame.body();
  }

  private void send(Kind kind, byte[] body) throws IOException {
    FrameStreams.write(out, Frame.of(kind, body), Seal.checksum());
    out.flush();
  }

  /** Tells the other side the same sentence. */
  private IOException refused(String why) {
    try {
      send(Kind.GOODBYE, why.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return new IOException(why, e);
    }
    return new IOException(why);
  }
}
