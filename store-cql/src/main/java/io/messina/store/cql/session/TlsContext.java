package io.messina.store.cql.session;

import io.messina.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The certificates to trust and the one to show, from the files of {@link CqlTls}. */
final class TlsContext {

  private TlsContext() {}

  static SSLContext of(CqlTls tls) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown(tls.keyStore()), trusted(tls.trustStore()), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new StoreException(
          StoreException.Code.MISCONFIGURED,
          "certificates cannot be read: " + e.getMessage() + "; check files and passwords of TLS",
          e);
    }
  }

  private static KeyManager @Nullable [] shown(Optional<CqlTls.CertificateStore> store)
      throws GeneralSecurityException, IOException {
    if (store.isEmpty()) {
      return null;
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(read(store.get()), store.get().password().toCharArray());
    return factory.getKeyManagers();
  }

  private static TrustManager @Nullable [] trusted(Optional<CqlTls.CertificateStore> store)
      throws GeneralSecurityException, IOException {
    if (store.isEmpty()) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(read(store.get()));
    return factory.getTrustManagers();
  }

  private static KeyStore read(CqlTls.CertificateStore store)
      throws GeneralSecurityException, IOException {
    if (!Files.isReadable(store.file())) {
      throw new NoSuchFileException(store.file().toString(), null, "no such readable file");
    }
    return KeyStore.getInstance(store.file().toFile(), store.password().toCharArray());
  }
}
