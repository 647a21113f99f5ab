package io.messina.tracing;

import io.messina.connectors.SendTracer;
import io.messina.server.http.RequestTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Sends spans of requests as the variables of OpenTelemetry say. A request that appends, claims,
 * settles or sends is named by the conventions for messaging, any other by those for HTTP. Its
 * parent is the span of the client; without one it begins a trace. A claim has links to the spans
 * of the events that it hands out.
 */
public final class OtlpTracer implements RequestTracer {

  private static final int CLOSE_SECONDS_MAX = 5;
  private static final int SERVER_ERRORS = 500;

  /** Where no variable says otherwise: traces alone, over HTTP. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "otel.service.name", MessagingAttributes.MESSINA,
          "otel.metrics.exporter", "none",
          "otel.logs.exporter", "none",
          "otel.exporter.otlp.protocol", "http/protobuf");

  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");

  /** By the id of the route. */
  private static final Map<String, Operation> MESSAGING =
      Map.of(
          "appendEvents", new Operation("append", "send"),
          "claim", new Operation("claim", "receive"),
          "ack", new Operation("ack", "settle"),
          "nack", new Operation("nack", "settle"),
          "extend", new Operation("extend", "settle"),
          "release", new Operation("release", "settle"),
          "acceptMessages", new Operation("send", "send"));

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;

  /**
   * An operation of messaging.
   *
   * @param type by the conventions
   */
  private record Operation(String name, String type) {}

  /**
   * A tracer as the environment and the system properties say.
   *
   * @throws RuntimeException if they are wrong
   */
  public OtlpTracer() {
    logBySlf4j();
    this.sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .addPropertiesSupplier(() -> DEFAULTS)
            .build()
            .getOpenTelemetrySdk();
    this.tracer = sdk.getTracer("io.messina");
  }

  /** Also that a collector does not answer, of which the SDK tells java.util.logging. */
  private static void logBySlf4j() {
    if (!SLF4JBridgeHandler.isInstalled()) {
      SLF4JBridgeHandler.removeHandlersForRootLogger();
      SLF4JBridgeHandler.install();
    }
  }

  @Override
  public Span begin(Request request) {
    Context parent =
        sdk.getPropagators()
            .getTextMapPropagator()
            .extract(Context.root(), request.trace(), EventContexts.HEADERS);
    Optional<Operation> operation = Optional.ofNullable(MESSAGING.get(request.operation()));
    SpanBuilder builder =
        tracer
            .spanBuilder(name(request, operation))
            .setParent(parent)
            .setSpanKind(SpanKind.SERVER)
            .setAttribute(METHOD, request.method())
            .setAttribute(ROUTE, request.route())
            .setAttribute(PATH, request.path());
    operation.ifPresent(it -> describe(builder, request, it));
    return new RequestSpan(builder.startSpan(), linksMax());
  }

  /** As a variable says, or the default of the SDK. */
  private int linksMax() {
    return sdk.getSdkTracerProvider().getSpanLimits().getMaxNumberOfLinks();
  }

  private static String name(Request request, Optional<Operation> operation) {
    return operation
        .map(it -> it.name() + " " + destination(request))
        .orElseGet(() -> request.method() + " " + request.route());
  }

  /** The stream, or that of all messages. */
  private static String destination(Request request) {
    return request.variables().getOrDefault("stream", "messages");
  }

  private static void describe(SpanBuilder builder, Request request, Operation operation) {
    builder
        .setAttribute(MessagingAttributes.SYSTEM, MessagingAttributes.MESSINA)
        .setAttribute(MessagingAttributes.OPERATION_NAME, operation.name())
        .setAttribute(MessagingAttributes.OPERATION_TYPE, operation.type())
        .setAttribute(MessagingAttributes.DESTINATION, destination(request));
    Optional.ofNullable(request.variables().get("group"))
        .ifPresent(group -> builder.setAttribute(MessagingAttributes.CONSUMER_GROUP, group));
  }

  @Override
  public SendTracer sends() {
    return new OtlpSendTracer(tracer, linksMax());
  }

  /** The span of a request, which is linked with the events that it hands out. */
  private record RequestSpan(io.opentelemetry.api.trace.Span span, int linksMax) implements Span {

    @Override
    public void handsOut(List<Map<String, String>> headers) {
      if (span.isRecording()) {
        span.setAttribute(MessagingAttributes.MESSAGE_COUNT, (long) headers.size());
        EventContexts.links(headers, linksMax).forEach(span::addLink);
      }
    }

    @Override
    public void end(int status) {
      span.setAttribute(STATUS, status);
      if (status >= SERVER_ERRORS) {
        span.setStatus(StatusCode.ERROR);
        span.setAttribute(MessagingAttributes.ERROR, Integer.toString(status));
      }
      span.end();
    }
  }

  @Override
  public void close() {
    var _ = sdk.shutdown().join(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
  }
}
