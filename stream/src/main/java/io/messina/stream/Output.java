package io.messina.stream;

import io.messina.api.StreamName;
import io.messina.api.TraceHeaders;
import java.util.Map;

/**
 * An event that results from handling another one, and is appended before that one is acknowledged:
 * once per handled event and group, as long as the target remembers idempotency keys. Its own
 * idempotency key and source batch are ignored; its key is derived from the handled event.
 *
 * @param stream the target, a stream of the same cluster that remembers idempotency keys
 * @param event to append; on each attempt with the same key, or without one
 */
public record Output(StreamName stream, Event event) {

  /**
   * Returns the same with the trace of the handled event, unless it has its own.
   *
   * @param cause the handled event
   */
  public Output causedBy(Event cause) {
    Map<String, String> trace = TraceHeaders.of(cause.headers());
    if (trace.isEmpty()) {
      return this;
    }
    return new Output(stream, event.withHeaders(TraceHeaders.passOn(trace, event.headers())));
  }
}
