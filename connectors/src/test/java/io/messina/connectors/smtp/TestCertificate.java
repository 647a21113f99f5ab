package io.messina.connectors.smtp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate that signs itself, made by the JDK's {@code keytool}.
 *
 * @param file a store of PKCS #12 with it and its key
 */
record TestCertificate(Path file) {

  static final String PASSWORD = "changeit";

  /** Of this machine; one for all tests of a process, as making it takes a second. */
  static TestCertificate ofLocalhost() {
    return Once.MADE;
  }

  private static final class Once {
    static final TestCertificate MADE = make("localhost");
  }

  private static TestCertificate make(String host) {
    try {
      Path folder = Files.createTempDirectory("messina-certificate");
      folder.toFile().deleteOnExit();
      TestCertificate made = new TestCertificate(folder.resolve(host + ".p12"));
      Path log = folder.resolve("keytool.log");
      made.file.toFile().deleteOnExit();
      log.toFile().deleteOnExit();
      made.fill(host, log);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void fill(String host, Path log) throws IOException, InterruptedException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process making =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (making.waitFor() != 0) {
      throw new IOException(Files.readString(log));
    }
  }

  /** Of the server that has it. */
  SSLContext server() throws GeneralSecurityException, IOException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store(), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** Of clients that trust it. */
  SSLSocketFactory client() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("it", store().getCertificate("it"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }

  private KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }
}
