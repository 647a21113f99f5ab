package io.messina.bench.peers;

import io.messina.bench.http.DueEvent;
import io.messina.bench.http.HttpRequests;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;

/** Inserts, each with its commit, on connections that are always busy. */
final class PostgresAppends implements Load {

  private static final int PREPARED = 64;

  private final PostgresTable table;
  private final Workers<Appender> workers;
  private long acknowledged;

  PostgresAppends(PeerArm arm, String url) throws SQLException {
    this.table = PostgresTable.create(url, arm);
    int rows = arm == PeerArm.POSTGRES_BATCHES ? HttpRequests.BATCH : 1;
    int connections = rows == 1 ? HttpAppends.SINGLE_CONNECTIONS : HttpAppends.BATCH_CONNECTIONS;
    SplittableRandom random = new SplittableRandom(6);
    List<Appender> appenders = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      appenders.add(new Appender(table, rows, random));
    }
    this.workers = new Workers<>(appenders);
  }

  @Override
  public Answered run(Duration length) throws InterruptedException, ExecutionException {
    Answered answered = workers.run(length, Appender::append);
    acknowledged += answered.events();
    return answered;
  }

  @Override
  public void check() throws SQLException {
    Counted.check("rows", acknowledged, table.rows(), 0);
  }

  @Override
  public void close() throws SQLException {
    workers.close();
    table.close();
  }

  /** A connection with prepared rows, which arrays bring to the server as one statement. */
  static final class Appender {

    private final PreparedStatement insert;
    private final List<Array> keys = new ArrayList<>();
    private final List<Array> payloads = new ArrayList<>();
    private final int rows;
    private int at;

    Appender(PostgresTable table, int rows, SplittableRandom random) throws SQLException {
      Connection connection = table.connect();
      this.rows = rows;
      this.insert =
          connection.prepareStatement(
              "INSERT INTO "
                  + table.name()
                  + " (key, payload) SELECT * FROM unnest(?::text[], ?::text[])");
      for (int i = 0; i < PREPARED; i++) {
        prepare(connection, random);
      }
    }

    private void prepare(Connection connection, SplittableRandom random) throws SQLException {
      String[] someKeys = new String[rows];
      String[] somePayloads = new String[rows];
      for (int i = 0; i < rows; i++) {
        byte[] payload = DueEvent.create(random);
        someKeys[i] = new String(DueEvent.key(payload), StandardCharsets.US_ASCII);
        somePayloads[i] = new String(payload, StandardCharsets.US_ASCII);
      }
      keys.add(connection.createArrayOf("text", someKeys));
      payloads.add(connection.createArrayOf("text", somePayloads));
    }

    int append() throws SQLException {
      at = (at + 1) % PREPARED;
      insert.setArray(1, keys.get(at));
      insert.setArray(2, payloads.get(at));
      return insert.executeUpdate();
    }
  }
}
