package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.runtime.Micros;
import io.messina.stream.log.LogItem;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.ShardLog;
import java.time.Instant;
import java.util.Iterator;

/** Finds the position of a group's start. */
final class Starts {

  private Starts() {}

  /** The position in a log as it is now; may read the store, of a time up to a segment of it. */
  static Position position(Start start, ShardLog log) {
    return switch (start) {
      case Start.Earliest() -> Position.START;
      case Start.Latest() -> log.end();
      case Start.Since(Instant time) -> firstFrom(time, log);
    };
  }

  private static Position firstFrom(Instant time, ShardLog log) {
    Position end = log.end(); // taken first: what comes behind it is not passed over
    Iterator<LogItem> items = log.read(log.seek(Micros.of(time)));
    while (items.hasNext()) {
      if (items.next() instanceof StoredBatch batch) {
        for (int i = 0; i < batch.batch().count(); i++) {
          if (!Micros.toInstant(batch.batch().appendMicros(i)).isBefore(time)) {
            return batch.position(i);
          }
        }
      }
    }
    return end;
  }
}
