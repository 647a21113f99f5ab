package io.messina.server.audit;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.api.access.AuditEntry;
import io.messina.server.access.Audit;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends each act of an operator to the stream {@code messina.audit}, keyed by his token, once the
 * request was answered. What cannot be appended is in the log. Safe for use by many threads.
 */
public final class AuditStream implements Audit {

  private static final Logger LOG = LoggerFactory.getLogger(AuditStream.class);
  private static final StreamName STREAM = new StreamName("messina.audit");
  private static final StreamOptions OPTIONS =
      StreamOptions.DEFAULT
          .shards(1)
          .deduplicate(Duration.ZERO)
          .retention(Optional.of(Duration.ofDays(400)));

  private final Streams streams;
  private final String node;
  private final Clock clock;

  /**
   * Audits one server.
   *
   * @param node where others reach the server
   */
  public AuditStream(Streams streams, String node, Clock clock) {
    this.streams = streams;
    this.node = node;
    this.clock = clock;
  }

  @Override
  public void done(String who, String operation, String path) {
    AuditEntry entry = new AuditEntry(clock.instant(), who, operation, path, node);
    try {
      Event event =
          Event.builder(Bytes.wrap(Wire.utf8(entry)))
              .contentType("application/json")
              .key(Bytes.utf8(who))
              .time(entry.at())
              .build();
      var _ = streams.create(STREAM, OPTIONS).value().append(List.of(event));
    } catch (RuntimeException e) {
      LOG.warn("not in the stream {}, as it could not be appended: {}", STREAM, entry, e);
    }
  }
}
