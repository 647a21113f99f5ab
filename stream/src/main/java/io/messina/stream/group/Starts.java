package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.runtime.Micros;
import io.messina.stream.log.ShardLog;
import java.time.Instant;

/** Finds the position of a group's start. */
final class Starts {

  private Starts() {}

  /** The position in a log as it is now; may read the store. */
  static Position position(Start start, ShardLog log) {
    return switch (start) {
      case Start.Earliest() -> Position.START;
      case Start.Latest() -> log.end();
      case Start.Since(Instant time) -> log.seek(Micros.of(time));
    };
  }
}
