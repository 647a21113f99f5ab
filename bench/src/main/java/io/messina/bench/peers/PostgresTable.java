package io.messina.bench.peers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A table of a load, as a queue in a table has it, created for it. */
final class PostgresTable implements AutoCloseable {

  private final String url;
  private final Connection connection;
  private final String name;
  private final List<Connection> others = new ArrayList<>();

  private PostgresTable(String url, Connection connection, String name) {
    this.url = url;
    this.connection = connection;
    this.name = name;
  }

  static PostgresTable create(String url, PeerArm arm) throws SQLException {
    PostgresTable table =
        new PostgresTable(url, DriverManager.getConnection(url), arm.toString().replace('-', '_'));
    table.execute(
        "CREATE TABLE "
            + table.name
            + " (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text, payload text)");
    return table;
  }

  String name() {
    return name;
  }

  /** Another connection to its database, which is closed together with this. */
  Connection connect() throws SQLException {
    Connection other = DriverManager.getConnection(url);
    others.add(other);
    return other;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      var _ = statement.execute(sql);
    }
  }

  /** Counts its rows. */
  long rows() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet counted = statement.executeQuery("SELECT count(*) FROM " + name)) {
      var _ = counted.next();
      return counted.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection other : others) {
      other.close();
    }
    connection.close();
  }
}
