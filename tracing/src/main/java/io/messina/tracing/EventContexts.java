package io.messina.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The contexts of spans in the headers of events, always as W3C Trace Context has them. */
final class EventContexts {

  /** Reads headers by their names in small letters. */
  static final TextMapGetter<Map<String, String>> HEADERS =
      new TextMapGetter<>() {

        @Override
        public @Nullable String get(@Nullable Map<String, String> headers, String name) {
          return headers == null ? null : headers.get(name);
        }
      };

  private static final W3CTraceContextPropagator FORM = W3CTraceContextPropagator.getInstance();

  private EventContexts() {}

  /** The context of an event; that of no trace if it has none. */
  static Context of(Map<String, String> headers) {
    return FORM.extract(Context.root(), headers, HEADERS);
  }

  /**
   * The different contexts of events.
   *
   * @param most only the first of them, as spans have a bound for links; further headers are not
   *     read
   */
  static Stream<SpanContext> links(List<Map<String, String>> headers, int most) {
    return headers.stream()
        .map(each -> Span.fromContext(of(each)).getSpanContext())
        .filter(SpanContext::isValid)
        .distinct()
        .limit(most);
  }

  /** The headers of a request that is sent in a span, with the baggage of its cause. */
  static Map<String, String> headers(Span span, Map<String, String> trace) {
    Map<String, String> headers = new HashMap<>(trace);
    FORM.inject(Context.root().with(span), headers, (_, name, value) -> headers.put(name, value));
    return headers;
  }
}
