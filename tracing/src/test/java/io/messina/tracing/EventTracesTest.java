package io.messina.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.Received;
import io.messina.connectors.http.Script;
import io.messina.tracing.OtlpReceiver.Sent;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Spans of what a server does with events later, and how they lead to those of the events. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class EventTracesTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";
  private static final String FIRST = TRACE + "-" + SPAN;
  private static final String SECOND = "11111111111111111111111111111111-2222222222222222";
  private static final String THIRD = "33333333333333333333333333333333-4444444444444444";
  private static final int LINKS_MAX = 2;

  @TempDir private static Path folder;
  @AutoClose private static OtlpReceiver receiver;
  @AutoClose private static TracedServer server;

  @BeforeAll
  static void start() throws Exception {
    receiver = new OtlpReceiver();
    server =
        TracedServer.start(
            folder,
            Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url(),
                "OTEL_BSP_SCHEDULE_DELAY", "50",
                "OTEL_SPAN_LINK_COUNT_LIMIT", Integer.toString(LINKS_MAX)));
  }

  private static void stream(String name) throws Exception {
    server.send("PUT", "/v1/streams/" + name, "{\"shards\":1}", 201);
  }

  private static void append(String stream, String lines, String span) throws Exception {
    server.send(
        "POST",
        "/v1/streams/" + stream + "/events",
        lines,
        202,
        "Content-Type",
        "application/x-ndjson",
        "traceparent",
        "00-" + span + "-01",
        "baggage",
        "user=anna");
  }

  private static void appendUntraced(String stream) throws Exception {
    server.send("POST", "/v1/streams/" + stream + "/events", "0", 202);
  }

  private static void sink(String name, String stream, ProviderDouble target) throws Exception {
    server.send(
        "PUT",
        "/v1/sinks/" + name,
        """
        {"stream":"%s","url":"%s","allow_private":true,"backoff_first":"10ms","backoff_longest":"20ms"}
        """
            .formatted(stream, target.url("/in?secret=1717")),
        201);
  }

  @Test
  void a_claim_is_linked_with_the_events_that_it_hands_out() throws Exception {
    stream("claimed");
    server.send("PUT", "/v1/streams/claimed/groups/g", "", 201);
    append("claimed", "1\n2\n", FIRST);
    appendUntraced("claimed");
    append("claimed", "3\n", SECOND);
    append("claimed", "4\n", THIRD);
    server.send(
        "POST", "/v1/streams/claimed/groups/g/claim", "{\"limit\":10,\"wait\":\"30s\"}", 200);
    Sent claim = receiver.awaited(server, "claim claimed", 1).getFirst();
    assertThat(claim.links()).containsExactly(FIRST, SECOND);
    assertThat(claim.attributes()).containsEntry("messaging.batch.message_count", "5");
    server.send("POST", "/v1/streams/claimed/groups/g/claim", "{\"limit\":10}", 200);
    Sent empty = receiver.awaited(server, "claim claimed", 2).getLast();
    assertThat(empty.links()).isEmpty();
    assertThat(empty.attributes()).containsEntry("messaging.batch.message_count", "0");
  }

  @Test
  void each_attempt_of_a_sink_is_a_span_below_that_of_its_event() throws Exception {
    stream("posted");
    append("posted", "1\n", FIRST);
    try (ProviderDouble target =
        ProviderDouble.start(Received::target, ProviderDouble.Repeats.NEW)) {
      target.next(Script.refuse(503, "anna@example.com"));
      sink("one", "posted", target);
      List<Sent> spans = receiver.awaited(server, "post one", 2);
      Sent failed = spans.get(0);
      assertThat(failed.span().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
      assertThat(failed.attributes())
          .containsEntry("error.type", "503")
          .containsEntry("messina.attempt", "1");
      Sent taken = spans.get(1);
      assertThat(taken.span().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
      assertThat(taken.attributes())
          .doesNotContainKeys("error.type", "messaging.batch.message_count")
          .containsEntry("messina.attempt", "2")
          .containsEntry("messaging.system", "messina")
          .containsEntry("messaging.operation.name", "post")
          .containsEntry("messaging.operation.type", "send")
          .containsEntry("messaging.destination.name", "one")
          .containsKey("messaging.message.id");
      for (Sent span : spans) {
        assertThat(span.trace()).isEqualTo(TRACE);
        assertThat(span.parent()).isEqualTo(SPAN);
        assertThat(span.span().getKind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
        assertThat(span.span().toString()).doesNotContain("1717", "anna@example.com");
        assertThat(target.request().headers())
            .containsEntry("traceparent", span.asParent())
            .containsEntry("baggage", "user=anna");
      }
    }
  }

  @Test
  void a_request_of_a_sink_with_several_events_is_linked_with_them() throws Exception {
    stream("many");
    append("many", "1\n2\n", FIRST);
    appendUntraced("many");
    append("many", "3\n", SECOND);
    append("many", "4\n", THIRD);
    try (ProviderDouble target =
        ProviderDouble.start(Received::target, ProviderDouble.Repeats.NEW)) {
      sink("all", "many", target);
      Sent span = receiver.awaited(server, "post all", 1).getFirst();
      assertThat(span.trace()).isNotEqualTo(TRACE);
      assertThat(span.parent()).isEmpty();
      assertThat(span.links()).containsExactly(FIRST, SECOND);
      assertThat(span.attributes())
          .containsEntry("messaging.batch.message_count", "5")
          .doesNotContainKey("messaging.message.id");
      assertThat(target.request().headers())
          .containsEntry("traceparent", span.asParent())
          .doesNotContainKey("baggage");
    }
  }

  @Test
  void each_call_of_a_connector_is_a_span_below_that_of_its_message() throws Exception {
    try (ProviderDouble provider =
        ProviderDouble.start(Received::text, ProviderDouble.Repeats.NEW)) {
      provider.next(Script.refuse(429, "{}"));
      server.send("PUT", "/v1/accounts/shop", "{}", 201);
      server.send(
          "PUT",
          "/v1/connectors/carrier",
          "{\"http\":{\"url\":\"%s\",\"body\":\"{\\\"to\\\":\\\"{{to}}\\\"}\",\"allow_private\":true},\"timeout\":\"5s\"}"
              .formatted(provider.url("/messages")),
          201);
      server.send(
          "PUT", "/v1/routes/sms", "{\"channel\":\"sms\",\"weights\":{\"carrier\":1}}", 201);
      String answer =
          server.send(
              "POST",
              "/v1/messages",
              "{\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"+393331234567\",\"content\":{\"text\":\"Hi\"}}",
              202,
              "traceparent",
              "00-" + FIRST + "-01");
      List<Sent> spans = receiver.awaited(server, "send carrier", 2);
      assertThat(spans.get(0).attributes())
          .containsEntry("error.type", "throttled")
          .containsEntry("messina.attempt", "1");
      assertThat(spans.get(1).attributes())
          .doesNotContainKey("error.type")
          .containsEntry("messina.attempt", "2");
      for (Sent span : spans) {
        assertThat(span.trace()).isEqualTo(TRACE);
        assertThat(span.parent()).isEqualTo(SPAN);
        assertThat(span.span().getKind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
        assertThat(span.attributes()).containsEntry("messaging.destination.name", "carrier");
        assertThat(answer).contains(span.attributes().get("messaging.message.id"));
        assertThat(span.span().toString()).doesNotContain("3331234567");
        assertThat(provider.request().headers()).containsEntry("traceparent", span.asParent());
      }
    }
  }
}
