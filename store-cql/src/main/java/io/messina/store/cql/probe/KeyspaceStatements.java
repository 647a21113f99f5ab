package io.messina.store.cql.probe;

import io.messina.store.cql.session.CqlOptions;

/** Statements about a keyspace for people and programs to run, without a semicolon. */
public final class KeyspaceStatements {

  private KeyspaceStatements() {}

  /**
   * Makes the keyspace.
   *
   * @param options its name, data centre and replication
   * @param product the database that it is for
   * @return a statement that changes nothing if the keyspace exists
   */
  public static String create(CqlOptions options, DatabaseProduct product) {
    return create(options) + tablets(product);
  }

  /**
   * Makes the keyspace on a database with vnodes.
   *
   * @param options its name, data centre and replication
   * @return a statement that changes nothing if the keyspace exists
   */
  public static String create(CqlOptions options) {
    return "CREATE KEYSPACE IF NOT EXISTS "
        + options.quotedKeyspace()
        + " WITH replication = "
        + replication(options);
  }

  static String alter(CqlOptions options) {
    return "ALTER KEYSPACE "
        + options.quotedKeyspace()
        + " WITH replication = "
        + replication(options);
  }

  static String grant(String permission, CqlOptions options, String role) {
    return "GRANT "
        + permission
        + " ON KEYSPACE "
        + options.quotedKeyspace()
        + " TO \""
        + role.replace("\"", "\"\"")
        + '"';
  }

  private static String replication(CqlOptions options) {
    return "{'class': 'NetworkTopologyStrategy', '"
        + options.datacenter().replace("'", "''")
        + "': "
        + options.replication()
        + "}";
  }

  /** Versions that do not know tablets refuse the word. */
  private static String tablets(DatabaseProduct product) {
    return product.hasTablets() && !product.allowsConditionsOnTablets()
        ? " AND tablets = {'enabled': false}"
        : "";
  }
}
