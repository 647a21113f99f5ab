package io.messina.server.http;

import io.messina.connectors.SendTracer;
import java.util.List;
import java.util.Map;

/**
 * Makes spans of requests under {@code /v1/}, and of attempts to send something to others. An
 * implementation is found by {@link java.util.ServiceLoader}, has a public constructor without
 * arguments, and takes its settings from the environment. Safe for use by many threads.
 */
public interface RequestTracer extends AutoCloseable {

  /** Makes no spans. */
  RequestTracer NONE =
      new RequestTracer() {

        @Override
        public Span begin(Request request) {
          return _ -> {};
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };

  /**
   * A request that has a route.
   *
   * @param operation the id of its route, as in {@code appendEvents}
   * @param method as in {@code POST}
   * @param route its template, as in {@code /v1/streams/{stream}/events}
   * @param path as it was sent, without its query
   * @param variables of the path, decoded, by their names in the route
   * @param trace its headers traceparent, tracestate and baggage, as far as they are valid
   */
  record Request(
      String operation,
      String method,
      String route,
      String path,
      Map<String, String> variables,
      Map<String, String> trace) {}

  /** The span of a request. */
  @FunctionalInterface
  interface Span {

    /**
     * Links it with the traces of the events that the answer hands out; does nothing by default.
     *
     * @param headers of each event, in which {@link io.messina.api.TraceHeaders} may be
     */
    default void handsOut(List<Map<String, String>> headers) {}

    /**
     * Ends it; called once.
     *
     * @param status of the answer
     */
    void end(int status);
  }

  /** Begins a span; must neither block nor throw. */
  Span begin(Request request);

  /** The tracer of attempts to send something to others. */
  default SendTracer sends() {
    return SendTracer.NONE;
  }

  /** Sends the spans that are left, within some seconds. Repeating it changes nothing. */
  @Override
  void close();
}
