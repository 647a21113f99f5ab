package io.messina.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** A collector of traces, as far as OTLP over HTTP with protobuf asks for one. */
final class OtlpReceiver implements AutoCloseable {

  private final HttpServer server;
  private final List<Sent> spans = new CopyOnWriteArrayList<>();
  private final List<String> otherPaths = new CopyOnWriteArrayList<>();

  /** A span, and what was said of the process that sent it. */
  record Sent(Span span, Map<String, String> resource) {

    String trace() {
      return HexFormat.of().formatHex(span.getTraceId().toByteArray());
    }

    String parent() {
      return HexFormat.of().formatHex(span.getParentSpanId().toByteArray());
    }

    Map<String, String> attributes() {
      return texts(span.getAttributesList());
    }
  }

  OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The spans that came. */
  List<Sent> spans() {
    return List.copyOf(spans);
  }

  /** Where anything else was sent to. */
  List<String> otherPaths() {
    return List.copyOf(otherPaths);
  }

  private void take(HttpExchange exchange) throws IOException {
    boolean isGzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    if (exchange.getRequestURI().getPath().equals("/v1/traces")) {
      try (InputStream body = exchange.getRequestBody();
          InputStream plain = isGzip ? new GZIPInputStream(body) : body) {
        take(ExportTraceServiceRequest.parseFrom(plain));
      }
    } else {
      otherPaths.add(exchange.getRequestURI().getPath());
    }
    exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private void take(ExportTraceServiceRequest request) {
    request
        .getResourceSpansList()
        .forEach(
            resource ->
                resource
                    .getScopeSpansList()
                    .forEach(
                        scope ->
                            scope
                                .getSpansList()
                                .forEach(
                                    span ->
                                        spans.add(
                                            new Sent(
                                                span,
                                                texts(
                                                    resource
                                                        .getResource()
                                                        .getAttributesList()))))));
  }

  private static Map<String, String> texts(List<KeyValue> attributes) {
    return attributes.stream()
        .collect(
            Collectors.toMap(
                KeyValue::getKey,
                each ->
                    each.getValue().hasIntValue()
                        ? Long.toString(each.getValue().getIntValue())
                        : each.getValue().getStringValue()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
