package io.messina.connectors.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.protocol.WebhookOptions;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendResult;
import io.messina.connectors.SendResult.Accepted;
import io.messina.connectors.SendResult.Failed;
import io.messina.connectors.SendResult.Refused;
import io.messina.connectors.SendResult.Throttled;
import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.ProviderDouble.Repeats;
import io.messina.connectors.http.Received;
import io.messina.connectors.http.Script;
import io.messina.connectors.http.Script.Ending;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookConnectorTest {

  private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEW = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String PRIVATE = "whsk_TM0Imyj/ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U+4pvs=";
  private static final String PUBLIC = "whpk_PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=";
  private static final Map<String, String> SECRETS =
      Map.of("env:OLD", OLD, "env:NEW", NEW, "env:PRIVATE", PRIVATE);
  private static final Duration LONG = Duration.ofSeconds(20);

  private ProviderDouble receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = ProviderDouble.start(request -> request.header("webhook-id"), Repeats.REPLAYED);
  }

  @AfterEach
  void stop() throws IOException {
    receiver.close();
  }

  private static WebhookConnector connector(String secrets, boolean allowPrivate) {
    return connector(secrets, allowPrivate, InstantSource.system());
  }

  private static WebhookConnector connector(
      String secrets, boolean allowPrivate, InstantSource clock) {
    String json = "{\"secrets\": [%s], \"allow_private\": %s}".formatted(secrets, allowPrivate);
    Secrets known =
        reference ->
            Optional.ofNullable(SECRETS.get(reference))
                .map(Secret::new)
                .orElseThrow(() -> new IllegalArgumentException(reference + ": not there"));
    return new WebhookConnector(
        Wire.request(StrictJson.read(json), WebhookOptions.class), known, clock);
  }

  private OutgoingMessage message(String id) {
    return message(
        id, receiver.url("/hook"), new Content.Structured("{\"type\":\"thanks\",\"n\":\"è\"}"));
  }

  private static OutgoingMessage message(String id, String to, Content content) {
    return new OutgoingMessage(id, Optional.empty(), to, content, Map.of(), Optional.empty());
  }

  private static Map<String, List<String>> headers(Received request) {
    Map<String, List<String>> headers = new HashMap<>();
    request.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    return headers;
  }

  @Test
  void a_foreign_verifier_believes_each_key_while_one_is_replaced() throws Exception {
    try (WebhookConnector connector =
        connector("\"env:OLD\", \"env:NEW\", \"env:PRIVATE\"", true)) {
      assertThat(connector.send(message("msg_1"), LONG)).isInstanceOf(Accepted.class);
    }
    Received request = receiver.request();
    assertThat(request.text()).isEqualTo("{\"type\":\"thanks\",\"n\":\"è\"}");
    assertThat(request.header("webhook-id")).isEqualTo("msg_1");
    assertThat(request.header("content-type")).isEqualTo("application/json");
    new Webhook(OLD).verify(request.text(), headers(request));
    new Webhook(NEW).verify(request.text(), headers(request));
    String covered = "msg_1." + request.header("webhook-timestamp") + "." + request.text();
    assertThat(
            WebhookKeys.verify(
                new Secret(PUBLIC),
                covered.getBytes(StandardCharsets.UTF_8),
                List.of(request.header("webhook-signature").split(" "))))
        .isTrue();
  }

  @Test
  void an_attempt_has_its_own_time_and_the_same_id_so_a_receiver_drops_repeats() throws Exception {
    Instant first = Instant.parse("2026-03-01T12:00:00Z");
    Instant second = first.plusSeconds(300);
    receiver.next(Script.acceptThen(Ending.CUT));
    try (WebhookConnector early = connector("\"env:OLD\"", true, InstantSource.fixed(first));
        WebhookConnector late = connector("\"env:OLD\"", true, InstantSource.fixed(second))) {
      assertThat(early.send(message("msg_1"), LONG))
          .isInstanceOfSatisfying(
              Failed.class, failed -> assertThat(failed.code()).isEqualTo("lost"));
      assertThat(late.send(message("msg_1"), LONG)).isInstanceOf(Accepted.class);
    }
    Received lost = receiver.request();
    Received again = receiver.request();
    assertThat(lost.header("webhook-timestamp")).isEqualTo("1772366400");
    assertThat(again.header("webhook-timestamp")).isEqualTo("1772366700");
    assertThat(again.header("webhook-id")).isEqualTo(lost.header("webhook-id"));
    assertThat(receiver.taken("msg_1")).isEqualTo(1);
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of(Script.accept(200, "no JSON"), Accepted.class),
        Arguments.of(Script.accept(204, ""), Accepted.class),
        Arguments.of(Script.accept(299, ""), Accepted.class),
        Arguments.of(Script.acceptThen(Ending.CUT_BODY), Accepted.class),
        Arguments.of(Script.refuse(410, ""), Refused.class),
        Arguments.of(Script.refuse(429, ""), Throttled.class),
        Arguments.of(Script.refuse(502, ""), Throttled.class),
        Arguments.of(Script.refuse(504, ""), Throttled.class),
        Arguments.of(Script.refuse(301, "").header("location", "/"), Failed.class),
        Arguments.of(Script.refuse(400, ""), Failed.class),
        Arguments.of(Script.refuse(404, ""), Failed.class),
        Arguments.of(Script.refuse(500, ""), Failed.class),
        Arguments.of(Script.refuse(503, ""), Failed.class),
        Arguments.of(Script.acceptThen(Ending.CUT), Failed.class),
        Arguments.of(Script.acceptThen(Ending.GARBAGE), Failed.class));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void an_answer_means_what_standard_webhooks_say(
      Script script, Class<? extends SendResult> expected) {
    receiver.next(script);
    try (WebhookConnector connector = connector("\"env:OLD\"", true)) {
      assertThat(connector.send(message("msg_1"), LONG)).isInstanceOf(expected);
    }
    assertThat(receiver.unseen()).isEqualTo(1);
  }

  @Test
  void an_endpoint_that_is_gone_is_told_apart_and_one_that_waits_is_waited_for() {
    receiver.next(Script.refuse(410, ""), Script.refuse(429, "").header("Retry-After", "60"));
    try (WebhookConnector connector = connector("\"env:OLD\"", true)) {
      assertThat(connector.send(message("m"), LONG))
          .isEqualTo(new Refused("gone", "answered with status 410"));
      assertThat(connector.send(message("m"), LONG))
          .isEqualTo(new Throttled(Optional.of(Duration.ofMinutes(1)), "answered with status 429"));
    }
  }

  @Test
  void a_receiver_that_does_not_answer_has_not_confirmed() {
    receiver.next(Script.acceptThen(Ending.HANG));
    try (WebhookConnector connector = connector("\"env:OLD\"", true)) {
      assertThat(connector.send(message("m"), Duration.ofMillis(500)))
          .isInstanceOfSatisfying(
              Failed.class, failed -> assertThat(failed.code()).isEqualTo("lost"));
    }
  }

  @Test
  void a_private_address_is_refused_unless_it_is_allowed() {
    try (WebhookConnector connector = connector("\"env:OLD\"", false)) {
      assertThat(connector.send(message("m"), LONG))
          .isInstanceOfSatisfying(
              Refused.class, refused -> assertThat(refused.code()).isEqualTo("address"));
    }
    assertThat(receiver.connections()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "ftp://a.test/", "http:///", "http://u:p@a.test/", "http://a b.test/"})
  void what_is_no_url_is_refused(String to) {
    try (WebhookConnector connector = connector("\"env:OLD\"", true)) {
      assertThat(connector.send(message("m", to, new Content.Structured("{}")), LONG))
          .isInstanceOfSatisfying(
              Refused.class, refused -> assertThat(refused.code()).isEqualTo("address"));
    }
  }

  @Test
  void what_cannot_be_a_webhook_is_refused() {
    try (WebhookConnector connector = connector("\"env:OLD\"", true)) {
      assertThat(connector.send(message("m", receiver.url("/"), new Content.Text("hi")), LONG))
          .isInstanceOf(Refused.class);
      assertThat(connector.send(message("m.1"), LONG)).isInstanceOf(Refused.class);
    }
    assertThat(receiver.connections()).isZero();
  }

  @Test
  void a_missing_key_is_a_failure_before_anything_is_sent() {
    try (WebhookConnector connector = connector("\"env:OLD\", \"env:NONE\"", true)) {
      assertThat(connector.send(message("m"), LONG))
          .isEqualTo(new Failed("secret", "env:NONE: not there"));
    }
    assertThat(receiver.connections()).isZero();
  }

  @Test
  void repeats_are_safe_for_as_long_as_receivers_remember() {
    try (WebhookConnector connector = connector("\"env:OLD\"", true)) {
      assertThat(connector.repeats()).contains(new RepeatPromise(Duration.ofDays(7), false));
    }
  }
}
