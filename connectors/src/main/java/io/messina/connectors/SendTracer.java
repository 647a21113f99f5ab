package io.messina.connectors;

import io.messina.api.TraceHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes spans of attempts to send something to others: a message to its provider, events to the
 * receiver of a sink. Safe for use by many threads.
 */
public interface SendTracer {

  /** Makes no spans: a single event is sent under its own trace. */
  SendTracer NONE =
      new SendTracer() {

        @Override
        public <T> T send(
            Attempt attempt,
            Function<Map<String, String>, T> call,
            Function<T, Optional<String>> error) {
          return call.apply(attempt.trace());
        }
      };

  /**
   * An attempt to send.
   *
   * @param operation a verb, as in {@code post}
   * @param destination the name of the connector or the sink
   * @param id of the message, or of the first event
   * @param headers of each event, at least one, in which {@link TraceHeaders} may be
   * @param number from 1, as far as this process knows
   */
  record Attempt(
      String operation,
      String destination,
      String id,
      List<Map<String, String>> headers,
      int number) {

    /** The trace of a single event; several may have several traces. */
    public Map<String, String> trace() {
      return headers.size() == 1 ? TraceHeaders.of(headers.getFirst()) : Map.of();
    }
  }

  /**
   * Makes a call, in a span of its own if it makes spans.
   *
   * @param call gets the headers that lead the receiver to the span, or to the trace of a single
   *     event; is called once, and its exception is thrown
   * @param error tells why a result is a failure, in one of few words; empty if it is none
   * @return the result of the call
   */
  <T> T send(
      Attempt attempt, Function<Map<String, String>, T> call, Function<T, Optional<String>> error);
}
