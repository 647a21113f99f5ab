package io.messina.server.audit;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.api.access.AuditEntry;
import io.messina.api.access.AuditOutcome;
import io.messina.server.access.Audit;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends each act of an operator to the stream {@code messina.audit}, keyed by his token, before
 * the request is answered. What cannot be appended is in the log. Safe for use by many threads.
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
  private final Clock clock;
  private final CompletableFuture<String> server = new CompletableFuture<>();

  /** Audits one server. */
  public AuditStream(Streams streams, Clock clock) {
    this.streams = streams;
    this.clock = clock;
  }

  /**
   * Says where the server is, once it listens; until then no act is recorded.
   *
   * @param url by which its clients reach it
   */
  public void listens(String url) {
    server.complete(url);
  }

  @Override
  public void record(Act act, AuditOutcome outcome) {
    AuditEntry entry =
        new AuditEntry(
            clock.instant(),
            act.token(),
            act.operation(),
            act.path(),
            outcome,
            act.client(),
            server.join(), // a moment at most: the server listens already
            act.created());
    try {
      Event event =
          Event.builder(Bytes.wrap(Wire.utf8(entry)))
              .contentType("application/json")
              .key(Bytes.utf8(act.token()))
              .time(entry.at())
              .build();
      var _ = streams.create(STREAM, OPTIONS).value().append(List.of(event));
    } catch (RuntimeException e) {
      LOG.warn("not in the stream {}, as it could not be appended: {}", STREAM, entry, e);
    }
  }
}
