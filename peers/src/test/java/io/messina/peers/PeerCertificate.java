package io.messina.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and a certificate that signs itself, made by the JDK's {@code keytool}. */
final class PeerCertificate {

  private static final String PASSWORD = "changeit";

  private final KeyStore store;

  /**
   * Makes one.
   *
   * @param folder for its file
   * @param name of the subject
   * @param alternative such as {@code ip:127.0.0.1}
   */
  PeerCertificate(Path folder, String name, String alternative)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve(name + ".p12");
    Path log = folder.resolve(name + ".log");
    Process making =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=" + alternative,
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
    store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
  }

  /** Shows this certificate, and trusts some. */
  SSLContext trusting(List<PeerCertificate> trusted) throws GeneralSecurityException, IOException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    for (int i = 0; i < trusted.size(); i++) {
      known.setCertificateEntry("trusted" + i, trusted.get(i).store.getCertificate("it"));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
