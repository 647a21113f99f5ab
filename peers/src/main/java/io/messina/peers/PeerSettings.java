package io.messina.peers;

import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/**
 * The settings of a node for its connections to others.
 *
 * @param identity of this node
 * @param secret that all nodes of the cluster know, at least {@value #SECRET_BYTES_MIN} bytes;
 *     without it and without TLS a node speaks over loopback only
 * @param tls with the certificate of this node, whose subject alternative names have the host of
 *     its address, and with the certificates by which others' must be signed
 * @param pingEvery after how long without anything else a side says that it is there; a side that
 *     says nothing for three times as long is given up. The same for all nodes; {@link #PING_EVERY}
 *     by default
 * @param time for waits and deadlines
 * @param random strong, for nonces; safe for use by many threads
 * @param threads makes virtual threads
 */
public record PeerSettings(
    PeerIdentity identity,
    Optional<byte[]> secret,
    Optional<SSLContext> tls,
    Duration pingEvery,
    NodeTime time,
    RandomGenerator random,
    ThreadFactory threads) {

  /** How short a secret may be. */
  public static final int SECRET_BYTES_MIN = 16;

  /** One second. */
  public static final Duration PING_EVERY = Duration.ofSeconds(1);

  /** Checks the secret, and takes a copy of it. */
  public PeerSettings {
    secret = secret.map(byte[]::clone);
    if (secret.isPresent() && secret.get().length < SECRET_BYTES_MIN) {
      throw new IllegalArgumentException(
          "cluster secret: "
              + secret.get().length
              + " bytes (expected: at least "
              + SECRET_BYTES_MIN
              + ")");
    }
  }

  /** Three pings that did not come. */
  Duration silenceMax() {
    return pingEvery.multipliedBy(3);
  }

  /** Whether others can be told from strangers. */
  boolean trusts() {
    return secret.isPresent() || tls.isPresent();
  }

  byte[] nonce() {
    byte[] nonce = new byte[Hello.NONCE_BYTES];
    random.nextBytes(nonce);
    return nonce;
  }
}
