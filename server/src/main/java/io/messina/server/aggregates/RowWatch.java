package io.messina.server.aggregates;

import io.messina.aggregate.configured.Aggregates;
import io.messina.aggregate.configured.RowsQuery;
import io.messina.api.Json;
import io.messina.api.Wire;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.server.access.Caller;
import io.messina.server.streams.LongPolls;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Shows one client the rows that change, as server-sent events. It looks every second at as many
 * rows as the query allows, and remembers a hash of each.
 */
final class RowWatch {

  private static final Duration PACE = Duration.ofSeconds(1);
  private static final int HEARTBEAT_LOOKS = 15;
  private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private final Aggregates aggregates;
  private final AggregateName name;
  private final RowsQuery query;
  private final LongPolls polls;
  private final Caller caller;
  private Map<Row, Integer> shown = new HashMap<>();

  private record Row(Instant window, Optional<Json> key) {}

  RowWatch(
      Aggregates aggregates, AggregateName name, RowsQuery query, LongPolls polls, Caller caller) {
    this.aggregates = aggregates;
    this.name = name;
    this.query = query;
    this.polls = polls;
    this.caller = caller;
  }

  /**
   * Writes until the client has gone, its token is revoked or expires, the server stops, or the
   * aggregate cannot be read.
   */
  void run(Supplier<OutputStream> answer) throws IOException, InterruptedException {
    AggregateRows rows = aggregates.rows(name, query);
    try (OutputStream out = answer.get()) {
      out.write(HEARTBEAT);
      for (int look = 1; !polls.isOver(caller); look++) {
        boolean isWritten = write(out, rows);
        if (!isWritten && look % HEARTBEAT_LOOKS == 0) {
          out.write(HEARTBEAT);
        }
        out.flush();
        polls.call(caller, PACE, RowWatch::pause);
        rows = aggregates.rows(name, query);
      }
    }
  }

  private static boolean pause(Duration wait) {
    try {
      Thread.sleep(wait);
      return true;
    } catch (InterruptedException _) {
      return false; // it is over
    }
  }

  private boolean write(OutputStream out, AggregateRows rows) throws IOException {
    Map<Row, Integer> seen = new HashMap<>();
    boolean isWritten = false;
    for (AggregateRow row : rows.rows()) {
      Row which = new Row(row.windowStart(), row.key());
      int hash = row.hashCode();
      seen.put(which, hash);
      if (!Integer.valueOf(hash).equals(shown.get(which))) {
        out.write(
            ("event: row\ndata: " + Wire.write(row) + "\n\n").getBytes(StandardCharsets.UTF_8));
        isWritten = true;
      }
    }
    shown = seen;
    return isWritten;
  }
}
