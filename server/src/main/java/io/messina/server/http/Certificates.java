package io.messina.server.http;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.messina.server.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate of a server, read again when its files change. */
final class Certificates implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final Listening.TlsFiles files;
  private final CountDownLatch closed = new CountDownLatch(1);
  private byte[] certificate;
  private byte[] key;

  /**
   * Reads the files.
   *
   * @throws ConfigurationException if they cannot be read
   */
  Certificates(Listening.TlsFiles files) {
    this.files = files;
    this.certificate = read(files.certificate());
    this.key = read(files.key());
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ConfigurationException("tls: " + file + " (expected: a PEM file to be read)");
    }
  }

  /**
   * The certificate and the key.
   *
   * @throws ConfigurationException if they are none, or do not belong to each other
   */
  Tls tls() {
    try {
      Keys keys =
          Keys.builder()
              .pem(
                  pem ->
                      pem.key(Resource.create("tls-key", key))
                          .certChain(Resource.create("tls-certificate", certificate)))
              .build();
      return Tls.builder().privateKey(keys).privateKeyCertChain(keys).build();
    } catch (RuntimeException e) {
      throw new ConfigurationException(
          "tls-certificate, tls-key: "
              + files.certificate()
              + ", "
              + files.key()
              + ": "
              + e.getMessage()
              + " (expected: a certificate and its key in PEM, without a password)");
    }
  }

  /** Gives the server what the files hold, each time they have changed. */
  void watch(WebServer server) {
    Thread.ofVirtual().name("messina-certificates").start(() -> look(server));
  }

  private void look(WebServer server) {
    try {
      while (!closed.await(LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
        reload(server);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void reload(WebServer server) {
    byte[] formerCertificate = certificate;
    byte[] formerKey = key;
    try {
      certificate = read(files.certificate());
      key = read(files.key());
      if (!Arrays.equals(certificate, formerCertificate) || !Arrays.equals(key, formerKey)) {
        server.reloadTls(tls());
        LOG.info("{} has changed and is in use", files.certificate());
      }
    } catch (RuntimeException e) {
      // Perhaps one of the two is there already, and the other one is not.
      LOG.warn("the certificate that was there before stays in use: {}", e.getMessage());
      certificate = formerCertificate;
      key = formerKey;
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
