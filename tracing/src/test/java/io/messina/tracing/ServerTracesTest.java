package io.messina.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.tracing.OtlpReceiver.Sent;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is asked for traces, or is not. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class ServerTracesTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";
  private static final Pattern RECEIPT = Pattern.compile("\"receipt\":\"([^\"]+)\"");

  @TempDir private Path folder;
  @AutoClose private final HttpClient client = HttpClient.newHttpClient();

  private String send(TracedServer server, String method, String path, String body, int status)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("traceparent", "00-" + TRACE + "-" + PARENT + "-01")
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private static Optional<Sent> find(OtlpReceiver receiver, String name) {
    return receiver.spans().stream().filter(each -> each.span().getName().equals(name)).findFirst();
  }

  private static Sent awaited(TracedServer server, OtlpReceiver receiver, String name) {
    server.awaitThat(() -> find(receiver, name).isPresent());
    return find(receiver, name).orElseThrow();
  }

  private void work(TracedServer server) throws Exception {
    send(server, "PUT", "/v1/streams/edits", "{\"shards\":1}", 201);
    send(server, "PUT", "/v1/streams/edits/groups/g", "", 201);
    send(server, "POST", "/v1/streams/edits/events", "{\"user\":\"ada\"}", 202);
    String claimed =
        send(server, "POST", "/v1/streams/edits/groups/g/claim", "{\"wait\":\"30s\"}", 200);
    Matcher receipt = RECEIPT.matcher(claimed);
    assertThat(receipt.find()).isTrue();
    send(
        server,
        "POST",
        "/v1/streams/edits/groups/g/ack",
        "{\"receipts\":[\"" + receipt.group(1) + "\"]}",
        200);
  }

  @Test
  void requests_are_spans_below_those_of_clients() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver();
        TracedServer server =
            TracedServer.start(
                folder,
                Map.of(
                    "OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url(),
                    "OTEL_BSP_SCHEDULE_DELAY", "50",
                    "OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test"))) {
      work(server);
      Sent append = awaited(server, receiver, "append edits");
      assertThat(append.trace()).isEqualTo(TRACE);
      assertThat(append.parent()).isEqualTo(PARENT);
      assertThat(append.span().getKind()).isEqualTo(SpanKind.SPAN_KIND_SERVER);
      assertThat(append.span().getEndTimeUnixNano())
          .isGreaterThanOrEqualTo(append.span().getStartTimeUnixNano());
      assertThat(append.attributes())
          .containsEntry("messaging.system", "messina")
          .containsEntry("messaging.operation.name", "append")
          .containsEntry("messaging.operation.type", "send")
          .containsEntry("messaging.destination.name", "edits")
          .containsEntry("http.request.method", "POST")
          .containsEntry("http.route", "/v1/streams/{stream}/events")
          .containsEntry("url.path", "/v1/streams/edits/events")
          .containsEntry("http.response.status_code", "202");
      assertThat(append.resource())
          .containsEntry("service.name", "messina")
          .containsEntry("deployment.environment.name", "test");
      assertThat(awaited(server, receiver, "claim edits").attributes())
          .containsEntry("messaging.operation.type", "receive")
          .containsEntry("messaging.consumer.group.name", "g");
      assertThat(awaited(server, receiver, "ack edits").attributes())
          .containsEntry("messaging.operation.type", "settle");
      assertThat(awaited(server, receiver, "PUT /v1/streams/{stream}").attributes())
          .doesNotContainKey("messaging.system");
      send(server, "POST", "/v1/messages", "{}", 400);
      assertThat(awaited(server, receiver, "send messages").span().getStatus().getCode())
          .isEqualTo(StatusCode.STATUS_CODE_UNSET);
      send(server, "GET", "/v1/streams?limit=1717", "", 200);
      assertThat(server.terminate()).isEqualTo(128 + 15);
      Sent last = find(receiver, "GET /v1/streams").orElseThrow();
      assertThat(last.span().toString()).doesNotContain("1717");
      assertThat(receiver.otherPaths()).isEmpty();
      assertThat(server.err()).isEmpty();
    }
  }

  @Test
  void a_server_that_is_not_asked_loads_nothing_of_it() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver();
        TracedServer server =
            TracedServer.start(
                folder,
                Map.of(
                    "OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url(), "OTEL_SDK_DISABLED", "true"))) {
      work(server);
      server.terminate();
      String classes = Files.readString(server.classes());
      assertThat(classes)
          .contains("io.messina.server.Node")
          .doesNotContain("io.opentelemetry.", "io.messina.tracing.Otlp");
      assertThat(receiver.spans()).isEmpty();
    }
  }

  @Test
  void wrong_variables_are_told_at_the_start() throws Exception {
    try (TracedServer server =
        TracedServer.begin(folder, Map.of("OTEL_TRACES_EXPORTER", "smoke"))) {
      assertThat(server.awaitExit(Duration.ofMinutes(1))).isNotZero();
      assertThat(server.err()).contains("ConfigurationException: OTEL_…: ").contains("smoke");
    }
  }
}
