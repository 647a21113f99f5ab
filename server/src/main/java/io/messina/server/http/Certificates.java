package io.messina.server.http;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Option;
import io.messina.server.config.OptionFiles;
import io.messina.server.config.Options;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate of a server, read again when its files change. */
final class Certificates implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final byte[] PROBE = "messina".getBytes(StandardCharsets.US_ASCII);

  private final Listening.TlsFiles files;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Pair used;
  private String refusal = "";

  /** What the two files hold. */
  private record Pair(byte[] certificate, byte[] key) {

    static Pair read(Listening.TlsFiles files) {
      return new Pair(
          Certificates.read(Options.TLS_CERTIFICATE, files.certificate()),
          Certificates.read(Options.TLS_KEY, files.key()));
    }

    boolean isSame(Pair other) {
      return Arrays.equals(certificate, other.certificate) && Arrays.equals(key, other.key);
    }
  }

  /**
   * Reads the files.
   *
   * @throws ConfigurationException if they cannot be read
   */
  Certificates(Listening.TlsFiles files) {
    this.files = files;
    this.used = Pair.read(files);
  }

  private static byte[] read(Option<Path> option, Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw OptionFiles.wrong(option, file, "a PEM file to be read");
    }
  }

  /**
   * The certificate and the key.
   *
   * @throws ConfigurationException if they are none, or do not belong to each other
   */
  Tls tls() {
    return tls(used);
  }

  private Tls tls(Pair pair) {
    Keys chain = chain(pair);
    Keys key = key(pair);
    if (!isPair(key.privateKey().orElseThrow(), chain.certChain().getFirst().getPublicKey())) {
      throw OptionFiles.wrong(
          Options.TLS_KEY,
          files.key(),
          "the key of the first certificate in tls-certificate, " + files.certificate());
    }
    return Tls.builder().privateKey(key).privateKeyCertChain(chain).build();
  }

  private Keys chain(Pair pair) {
    try {
      return Keys.builder()
          .pem(pem -> pem.certChain(Resource.create("tls-certificate", pair.certificate())))
          .build();
    } catch (RuntimeException _) {
      throw OptionFiles.wrong(Options.TLS_CERTIFICATE, files.certificate(), "certificates in PEM");
    }
  }

  private Keys key(Pair pair) {
    try {
      return Keys.builder().pem(pem -> pem.key(Resource.create("tls-key", pair.key()))).build();
    } catch (RuntimeException _) {
      throw OptionFiles.wrong(
          Options.TLS_KEY,
          files.key(),
          "a key of RSA or EC in PEM, as PKCS#8, or PKCS#1 of RSA, without a password; it is made"
              + " so by: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW");
    }
  }

  /** Whether the certificate's key verifies what the private one signs. */
  private static boolean isPair(PrivateKey key, PublicKey certified) {
    String algorithm =
        switch (certified.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> certified.getAlgorithm(); // as of EdDSA
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  /**
   * Reads a certificate and its key, and gives them back.
   *
   * @return a sentence for each certificate that clients refuse
   * @throws ConfigurationException as {@link #tls} has it
   */
  static List<String> check(Listening.TlsFiles files) {
    try (Certificates certificates = new Certificates(files)) {
      Tls _ = certificates.tls();
      return certificates.warnings();
    }
  }

  /** Gives the server what the files hold, each time they have changed. */
  void watch(WebServer server) {
    Thread.ofVirtual().name("messina-certificates").start(() -> look(server));
  }

  private void look(WebServer server) {
    try {
      while (!closed.await(LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
        reload(server::reloadTls);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gives away what the files hold, if it has changed and can be used. */
  void reload(Consumer<Tls> user) {
    try {
      Pair found = Pair.read(files);
      if (!found.isSame(used)) {
        user.accept(tls(found));
        used = found;
        LOG.info("{} has changed and is in use", files.certificate());
        warnings().forEach(LOG::warn);
      }
      refusal = "";
    } catch (RuntimeException e) {
      // Perhaps one of the two is there already, and the other one is not.
      String sentence = String.valueOf(e.getMessage());
      if (!sentence.equals(refusal)) {
        LOG.warn("the certificate that was there before stays in use: {}", sentence);
      }
      refusal = sentence;
    }
  }

  /** What is wrong with the dates of the certificates. */
  private List<String> warnings() {
    return chain(used).certChain().stream().flatMap(each -> warning(each).stream()).toList();
  }

  private Optional<String> warning(X509Certificate certificate) {
    String begin =
        files.certificate()
            + ": clients refuse the certificate of "
            + certificate.getSubjectX500Principal();
    try {
      certificate.checkValidity();
      return Optional.empty();
    } catch (CertificateExpiredException _) {
      return Optional.of(begin + ", which ended at " + certificate.getNotAfter().toInstant());
    } catch (CertificateNotYetValidException _) {
      return Optional.of(begin + ", which begins at " + certificate.getNotBefore().toInstant());
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
