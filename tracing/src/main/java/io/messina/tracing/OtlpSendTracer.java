package io.messina.tracing;

import io.messina.connectors.SendTracer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes a span of each attempt to send. For one event it is below the span of the event; for
 * several it begins a trace and has links to theirs. A request over HTTP names it as its parent.
 *
 * @param linksMax the most links of a span
 */
record OtlpSendTracer(Tracer tracer, int linksMax) implements SendTracer {

  /** By the conventions, for an error without a name. */
  private static final String OTHER = "_OTHER";

  @Override
  public <T> T send(
      Attempt attempt, Function<Map<String, String>, T> call, Function<T, Optional<String>> error) {
    Span span = begin(attempt);
    Optional<String> failure = Optional.of(OTHER);
    try {
      T result = call.apply(EventContexts.headers(span, attempt.trace()));
      failure = error.apply(result);
      return result;
    } finally {
      failure.ifPresent(
          why -> span.setStatus(StatusCode.ERROR).setAttribute(MessagingAttributes.ERROR, why));
      span.end();
    }
  }

  private Span begin(Attempt attempt) {
    SpanBuilder builder =
        tracer
            .spanBuilder(attempt.operation() + " " + attempt.destination())
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(MessagingAttributes.SYSTEM, MessagingAttributes.MESSINA)
            .setAttribute(MessagingAttributes.OPERATION_NAME, attempt.operation())
            .setAttribute(MessagingAttributes.OPERATION_TYPE, "send")
            .setAttribute(MessagingAttributes.DESTINATION, attempt.destination())
            .setAttribute(MessagingAttributes.ATTEMPT, (long) attempt.number());
    int count = attempt.headers().size();
    if (count == 1) {
      builder
          .setParent(EventContexts.of(attempt.headers().getFirst()))
          .setAttribute(MessagingAttributes.MESSAGE_ID, attempt.id());
    } else {
      builder.setNoParent().setAttribute(MessagingAttributes.MESSAGE_COUNT, (long) count);
      EventContexts.links(attempt.headers(), linksMax).forEach(builder::addLink);
    }
    return builder.startSpan();
  }
}
