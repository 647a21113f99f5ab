package io.messina.bench.peers;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Workers that lock rows of a table, skip those of others, delete them and commit. */
final class PostgresClaims implements Load {

  private static final int LIMIT = 500;

  private final PostgresTable table;
  private final Workers<Worker> workers;
  private long backlog;

  PostgresClaims(String url) throws SQLException {
    this.table = PostgresTable.create(url, PeerArm.POSTGRES_CLAIMS);
    List<Worker> connections = new ArrayList<>();
    for (int i = 0; i < HttpClaims.WORKERS; i++) {
      connections.add(new Worker(table));
    }
    this.workers = new Workers<>(connections);
  }

  @Override
  public void prepare(Duration length) throws SQLException {
    long missing = HttpClaims.BACKLOG_PER_SECOND * length.toMillis() / 1000 - backlog;
    if (missing > 0) {
      table.execute(
          "INSERT INTO %s (key, payload) SELECT 'user-' || i, repeat('x', 200) FROM generate_series(1, %d) i"
              .formatted(table.name(), missing));
      table.execute("VACUUM ANALYZE " + table.name());
      backlog += missing;
    }
  }

  @Override
  public Answered run(Duration length) throws InterruptedException, ExecutionException {
    Answered answered = workers.run(length, Worker::claimAndDelete);
    backlog -= answered.events();
    return answered;
  }

  @Override
  public void check() throws SQLException {
    Counted.check("rows left", backlog, table.rows(), 0);
  }

  @Override
  public void close() throws SQLException {
    workers.close();
    table.close();
  }

  /** A connection. */
  private static final class Worker {

    private final Connection connection;
    private final PreparedStatement claim;
    private final PreparedStatement delete;

    private Worker(PostgresTable table) throws SQLException {
      this.connection = table.connect();
      connection.setAutoCommit(false);
      this.claim =
          connection.prepareStatement(
              "SELECT id, key, payload FROM %s ORDER BY id LIMIT %d FOR UPDATE SKIP LOCKED"
                  .formatted(table.name(), LIMIT));
      this.delete =
          connection.prepareStatement("DELETE FROM %s WHERE id = ANY(?)".formatted(table.name()));
    }

    private int claimAndDelete() throws SQLException {
      List<Long> ids = new ArrayList<>();
      try (ResultSet claimed = claim.executeQuery()) {
        while (claimed.next()) {
          ids.add(claimed.getLong(1));
        }
      }
      Array array = connection.createArrayOf("bigint", ids.toArray());
      delete.setArray(1, array);
      int deleted = delete.executeUpdate();
      connection.commit();
      return deleted;
    }
  }
}
