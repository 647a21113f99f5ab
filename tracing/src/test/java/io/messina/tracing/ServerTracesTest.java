package io.messina.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.tracing.OtlpReceiver.Sent;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is asked for traces, or is not. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class ServerTracesTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";
  private static final String TRACEPARENT = "00-" + TRACE + "-" + PARENT + "-01";
  private static final Pattern RECEIPT = Pattern.compile("\"receipt\":\"([^\"]+)\"");

  @TempDir private Path folder;

  private static void work(TracedServer server) throws Exception {
    server.send("PUT", "/v1/streams/edits", "{\"shards\":1}", 201, "traceparent", TRACEPARENT);
    server.send("PUT", "/v1/streams/edits/groups/g", "", 201, "traceparent", TRACEPARENT);
    server.send(
        "POST", "/v1/streams/edits/events", "{\"user\":\"ada\"}", 202, "traceparent", TRACEPARENT);
    String claimed =
        server.send(
            "POST",
            "/v1/streams/edits/groups/g/claim",
            "{\"wait\":\"30s\"}",
            200,
            "traceparent",
            TRACEPARENT);
    Matcher receipt = RECEIPT.matcher(claimed);
    assertThat(receipt.find()).isTrue();
    server.send(
        "POST",
        "/v1/streams/edits/groups/g/ack",
        "{\"receipts\":[\"" + receipt.group(1) + "\"]}",
        200,
        "traceparent",
        TRACEPARENT);
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
      Sent append = receiver.awaited(server, "append edits", 1).getFirst();
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
      assertThat(receiver.awaited(server, "claim edits", 1).getFirst().attributes())
          .containsEntry("messaging.operation.type", "receive")
          .containsEntry("messaging.consumer.group.name", "g");
      assertThat(receiver.awaited(server, "ack edits", 1).getFirst().attributes())
          .containsEntry("messaging.operation.type", "settle");
      assertThat(receiver.awaited(server, "PUT /v1/streams/{stream}", 1).getFirst().attributes())
          .doesNotContainKey("messaging.system");
      server.send("POST", "/v1/messages", "{}", 400, "traceparent", TRACEPARENT);
      assertThat(
              receiver.awaited(server, "send messages", 1).getFirst().span().getStatus().getCode())
          .isEqualTo(StatusCode.STATUS_CODE_UNSET);
      server.send("GET", "/v1/streams?limit=1717", "", 200, "traceparent", TRACEPARENT);
      assertThat(server.terminate()).isEqualTo(128 + 15);
      Sent last = receiver.spans("GET /v1/streams").getFirst();
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
