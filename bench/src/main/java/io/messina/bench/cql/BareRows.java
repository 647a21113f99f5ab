package io.messina.bench.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.messina.bench.streams.StreamBench;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Writes of the same bytes by the bare driver, as rows of 100 events. */
final class BareRows {

  /** 200 bytes of payload and some of key. */
  private static final int EVENT_BYTES = 210;

  private static final int SHARDS = 16;
  private static final int ROWS_PREPARED = 64;

  private final CqlSession session;
  private final PreparedStatement insert;
  private long sequence;

  BareRows(CqlSession session) {
    this.session = session;
    session.execute(
        "CREATE TABLE IF NOT EXISTS bare_rows (shard int, first bigint, content blob,"
            + " PRIMARY KEY (shard, first))");
    this.insert = session.prepare("INSERT INTO bare_rows (shard, first, content) VALUES (?, ?, ?)");
  }

  /** Writes rows that would hold so many events; events per second. */
  double run(int events, int clients) {
    ByteBuffer[] contents = contents();
    UnderWay underWay = new UnderWay(clients);
    long began = System.nanoTime();
    for (int row = 0; row < events / StreamBench.BATCH; row++) {
      long first = sequence++;
      ByteBuffer content = contents[row % ROWS_PREPARED].duplicate();
      underWay.send(
          () -> session.executeAsync(insert.bind((int) (first % SHARDS), first, content)));
    }
    underWay.awaitAll();
    return events / StreamBench.seconds(began);
  }

  private static ByteBuffer[] contents() {
    SplittableRandom random = new SplittableRandom(1);
    ByteBuffer[] contents = new ByteBuffer[ROWS_PREPARED];
    for (int i = 0; i < contents.length; i++) {
      byte[] content = new byte[StreamBench.BATCH * EVENT_BYTES];
      random.nextBytes(content);
      contents[i] = ByteBuffer.wrap(content);
    }
    return contents;
  }
}
