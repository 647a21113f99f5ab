package io.messina.server.database;

import io.messina.server.config.Configuration;
import io.messina.server.http.HealthCheck;
import io.messina.store.Store;
import io.messina.store.cql.session.CqlOptions;
import io.messina.stream.node.Streams;
import java.util.List;
import java.util.Optional;

/** An open store of a server, and how streams run on it. */
public sealed interface Database permits Folder, Keyspace {

  /**
   * Looks at the options of the store, which it does not ask.
   *
   * @return a sentence if some of them are of no use
   * @throws io.messina.server.config.ConfigurationException if one cannot be followed
   */
  static List<String> check(Configuration configuration) {
    Optional<CqlOptions> keyspace = DatabaseOptions.of(configuration);
    if (keyspace.isPresent()) {
      Keyspace.check(keyspace.get(), configuration);
      return List.of();
    }
    return Folder.check(configuration);
  }

  /**
   * Opens the store that the configuration names.
   *
   * @return the store, to be closed before the database is stopped
   * @throws io.messina.store.StoreException if it cannot be opened: one sentence says what to
   *     change
   * @throws io.messina.server.config.ConfigurationException if an option cannot be followed
   */
  static Database open(Configuration configuration) {
    return DatabaseOptions.of(configuration)
        .<Database>map(options -> Keyspace.open(options, configuration))
        .orElseGet(() -> Folder.open(configuration));
  }

  /**
   * The store of everything.
   *
   * @return the store, which the caller of {@link #open} closes
   */
  Store store();

  /**
   * Starts the streams, once.
   *
   * @param store {@link #store}, perhaps with something around it
   * @return the streams, to be closed before the store
   * @throws io.messina.store.StoreException if another server uses the same data, or the store
   *     fails
   */
  Streams start(Store store);

  /** The checks of the store. */
  List<HealthCheck> checks();

  /** Ends the watch. The store is not closed by it. Repeating it changes nothing. */
  void stop();
}
