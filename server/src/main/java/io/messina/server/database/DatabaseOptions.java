package io.messina.server.database;

import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.HostNames;
import io.messina.server.config.Option;
import io.messina.server.config.Options;
import io.messina.server.config.SecretFile;
import io.messina.store.cql.session.CqlCredentials;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlTls;
import io.messina.store.cql.session.CqlTls.CertificateStore;
import io.messina.store.cql.session.CqlUrl;
import java.nio.file.Path;
import java.util.Optional;

/** The options of the database. */
public final class DatabaseOptions {

  private DatabaseOptions() {}

  /**
   * The address of the database.
   *
   * @return empty if the store is the embedded one
   * @throws ConfigurationException if user or password is missing, or its file cannot be read
   */
  public static Optional<CqlOptions> of(Configuration configuration) {
    String store = configuration.get(Options.STORE);
    return store.equals(Options.EMBEDDED)
        ? Optional.empty()
        : Optional.of(withAccess(CqlUrl.parse(store), configuration));
  }

  private static CqlOptions withAccess(CqlOptions url, Configuration configuration) {
    Optional<String> password = password(configuration);
    Optional<String> user = configuration.find(Options.STORE_USER);
    if (user.isPresent() != password.isPresent()) {
      throw new ConfigurationException(
          user.isPresent()
              ? "store-user: no password is given (expected: "
                  + Options.STORE_PASSWORD.variable()
                  + " or "
                  + Options.STORE_PASSWORD_FILE.flag()
                  + ")"
              : "store-password: no user is given (expected: " + Options.STORE_USER.flag() + ")");
    }
    CqlOptions named =
        user.map(name -> url.withCredentials(new CqlCredentials(name, password.orElseThrow())))
            .orElse(url);
    return tls(named, configuration).map(named::withTls).orElse(named);
  }

  private static Optional<String> password(Configuration configuration) {
    return configuration
        .find(Options.STORE_PASSWORD)
        .or(() -> SecretFile.firstLine(configuration, Options.STORE_PASSWORD_FILE));
  }

  private static Optional<CqlTls> tls(CqlOptions url, Configuration configuration) {
    Optional<CertificateStore> trust =
        certificates(configuration, Options.STORE_TRUST, Options.STORE_TRUST_PASSWORD);
    Optional<CertificateStore> key =
        certificates(configuration, Options.STORE_KEY, Options.STORE_KEY_PASSWORD);
    boolean checked = configuration.get(Options.STORE_HOST_NAMES) == HostNames.CHECKED;
    return trust.isPresent() || key.isPresent() || url.tls().isPresent()
        ? Optional.of(new CqlTls(trust, key, checked))
        : Optional.empty();
  }

  private static Optional<CertificateStore> certificates(
      Configuration configuration, Option<Path> file, Option<String> password) {
    return configuration
        .find(file)
        .map(path -> new CertificateStore(path, configuration.find(password).orElse("")));
  }
}
