package io.messina.bench.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.messina.bench.streams.StreamBench;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * A queue in a usual design for this kind of database: a row per event in a bucket of its shard and
 * hour, put by an INSERT, claimed by a conditional UPDATE of its status, completed by an UPDATE.
 */
final class RowPerEvent {

  private static final int SHARDS = 16;
  private static final int PAYLOAD_BYTES = 200;
  private static final int PAGE = 100;
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final CqlSession session;
  private final PreparedStatement insert;
  private final PreparedStatement pending;
  private final PreparedStatement claim;
  private final PreparedStatement complete;

  RowPerEvent(CqlSession session) {
    this.session = session;
    session.execute(
        "CREATE TABLE IF NOT EXISTS row_per_event (shard int, hour timestamp, id timeuuid,"
            + " status text, processor_id text, lease_until timestamp, payload blob,"
            + " PRIMARY KEY ((shard, hour), id))");
    this.insert =
        session.prepare(
            "INSERT INTO row_per_event (shard, hour, id, status, payload)"
                + " VALUES (?, ?, ?, 'RECEIVED', ?)");
    this.pending =
        session.prepare(
            "SELECT id, status, payload FROM row_per_event WHERE shard = ? AND hour = ?");
    this.claim =
        session.prepare(
            "UPDATE row_per_event SET status = 'PROCESSING', processor_id = ?, lease_until = ?"
                + " WHERE shard = ? AND hour = ? AND id = ? IF status = 'RECEIVED'");
    this.complete =
        session.prepare(
            "UPDATE row_per_event SET status = 'COMPLETED'"
                + " WHERE shard = ? AND hour = ? AND id = ?");
  }

  /** Puts, claims and completes so many events; events per second, all in all. */
  double run(int events, int clients) {
    session.execute("TRUNCATE row_per_event");
    Instant hour = Instant.now().truncatedTo(ChronoUnit.HOURS);
    long began = System.nanoTime();
    insert(events, hour, clients);
    claimAndComplete(hour, clients);
    return events / StreamBench.seconds(began);
  }

  private void insert(int events, Instant hour, int clients) {
    SplittableRandom random = new SplittableRandom(1);
    UnderWay underWay = new UnderWay(clients);
    for (int i = 0; i < events; i++) {
      byte[] payload = new byte[PAYLOAD_BYTES];
      random.nextBytes(payload);
      int shard = i % SHARDS;
      underWay.send(
          () ->
              session.executeAsync(
                  insert.bind(shard, hour, Uuids.timeBased(), ByteBuffer.wrap(payload))));
    }
    underWay.awaitAll();
  }

  /** Shard by shard side by side, so that two threads never claim the same event. */
  private void claimAndComplete(Instant hour, int clients) {
    UnderWay underWay = new UnderWay(clients);
    ResultSet[] shards = new ResultSet[SHARDS];
    for (int shard = 0; shard < SHARDS; shard++) {
      shards[shard] = session.execute(pending.bind(shard, hour).setPageSize(PAGE));
    }
    for (boolean some = true; some; ) {
      some = false;
      for (int shard = 0; shard < SHARDS; shard++) {
        Row row = shards[shard].one();
        if (row != null) {
          some = true;
          int number = shard;
          UUID id = Objects.requireNonNull(row.getUuid(0));
          underWay.send(() -> handle(number, hour, id));
        }
      }
    }
    underWay.awaitAll();
  }

  private CompletionStage<AsyncResultSet> handle(int shard, Instant hour, UUID id) {
    Instant until = Instant.now().plus(LEASE).truncatedTo(ChronoUnit.MILLIS);
    return session
        .executeAsync(claim.bind("worker", until, shard, hour, id))
        .thenCompose(
            claimed -> {
              if (!claimed.wasApplied()) {
                throw new IllegalStateException("not claimed: " + id);
              }
              return session.executeAsync(complete.bind(shard, hour, id));
            });
  }
}
