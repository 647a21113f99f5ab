package io.messina.client.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Certificates by which servers are trusted, from a PEM file. */
public final class TrustedAuthorities {

  private TrustedAuthorities() {}

  /**
   * Reads a file.
   *
   * @return a context that trusts servers with a certificate of these authorities, and no others
   * @throws IllegalArgumentException if it cannot be read, or has no certificate
   */
  public static SSLContext in(Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(pem);
      if (all.isEmpty()) {
        throw wrong(file, null);
      }
      int number = 0;
      for (Certificate each : all) {
        trusted.setCertificateEntry(Integer.toString(number++), each);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw wrong(file, e);
    }
  }

  private static IllegalArgumentException wrong(Path file, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "CA file: " + file + " (expected: a PEM file with certificates)", cause);
  }
}
