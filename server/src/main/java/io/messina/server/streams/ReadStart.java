package io.messina.server.streams;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Stream;
import io.messina.stream.peer.FollowedEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a request wants to read.
 *
 * @param text a position, earliest, latest, or a time
 */
record ReadStart(String text) {

  private static final int PAGE = 1_000;

  /** Behind whatever was appended before anybody could ask. */
  private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

  ReadStart {
    if (!Position.isOne(text)) {
      var _ = Start.parse(text);
    }
  }

  /** From where to read in a shard; empty for its oldest event. */
  Optional<Position> find(Stream stream, int shard) {
    if (Position.isOne(text)) {
      return Optional.of(position());
    }
    return switch (Start.parse(text)) {
      case Start.Earliest _ -> Optional.empty();
      case Start.Latest _ -> Optional.of(stream.find(shard, NEVER));
      case Start.Since(Instant time) -> Optional.of(firstFrom(stream, shard, time));
    };
  }

  private Position position() {
    try {
      return Position.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemCode.OUT_OF_BOUNDS, "from: " + String.valueOf(e.getMessage()));
    }
  }

  /** The stream finds the place but for a segment. */
  private static Position firstFrom(Stream stream, int shard, Instant time) {
    Position from = stream.find(shard, time);
    while (true) {
      FollowedEvents page = stream.read(shard, Optional.of(from), PAGE, Duration.ZERO);
      List<StoredEvent> events = page.events();
      for (StoredEvent event : events) {
        if (!event.appendTime().isBefore(time)) {
          return event.id().position();
        }
      }
      if (events.isEmpty()) {
        return page.next();
      }
      from = page.next();
    }
  }
}
