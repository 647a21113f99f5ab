package io.messina.tracing;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
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
      return hex(span.getTraceId());
    }

    String parent() {
      return hex(span.getParentSpanId());
    }

    /** As what is sent in the span names it. */
    String asParent() {
      return "00-%s-%s-%02x".formatted(trace(), hex(span.getSpanId()), span.getFlags() & 0xff);
    }

    /** Trace and span of each link. */
    List<String> links() {
      return span.getLinksList().stream()
          .map(link -> hex(link.getTraceId()) + "-" + hex(link.getSpanId()))
          .toList();
    }

    private static String hex(ByteString bytes) {
      return HexFormat.of().formatHex(bytes.toByteArray());
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

  /** The spans of a name that came, in the order of their begins. */
  List<Sent> spans(String name) {
    return spans.stream()
        .filter(each -> each.span().getName().equals(name))
        .sorted(Comparator.comparingLong(each -> each.span().getStartTimeUnixNano()))
        .toList();
  }

  /** The first spans of a name, once so many came from a server. */
  List<Sent> awaited(TracedServer server, String name, int count) {
    server.awaitThat(() -> spans(name).size() >= count);
    return spans(name);
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
