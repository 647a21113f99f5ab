package io.messina.connectors.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of {@code localhost} and {@code provider.test} that signs itself, made by the JDK's
 * {@code keytool}.
 *
 * @param file a store of PKCS #12 with it and its key
 * @param server of the server that has it
 * @param client of clients that trust it
 */
public record TestCertificate(Path file, SSLContext server, SSLContext client) {

  private static final String PASSWORD = "changeit";

  /** One for all tests of a process, as making it takes a second. */
  public static TestCertificate ofLocalhostAndProvider() {
    return Once.MADE;
  }

  private static final class Once {
    static final TestCertificate MADE = make();
  }

  private static TestCertificate make() {
    try {
      Path folder = Files.createTempDirectory("messina-certificate");
      folder.toFile().deleteOnExit();
      Path file = folder.resolve("keys.p12");
      Path log = folder.resolve("keytool.log");
      file.toFile().deleteOnExit();
      log.toFile().deleteOnExit();
      fill(file, log);
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD.toCharArray());
      }
      return new TestCertificate(file, server(store), client(store));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void fill(Path file, Path log) throws IOException, InterruptedException {
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
                "CN=localhost",
                "-ext",
                "san=dns:localhost,dns:provider.test",
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

  private static SSLContext server(KeyStore store) throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private static SSLContext client(KeyStore store) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("it", store.getCertificate("it"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
