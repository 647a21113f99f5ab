package io.messina.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import io.messina.connectors.SendResult.Accepted;
import io.messina.connectors.SendResult.Failed;
import io.messina.connectors.SendResult.Refused;
import io.messina.connectors.SendResult.Throttled;
import io.messina.connectors.SendResult.Uncertain;
import io.messina.connectors.http.ProviderDouble.Repeats;
import io.messina.connectors.http.Script.Ending;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
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

class HttpConnectorTest {

  private static final String POINTER =
      ", \"success_pointer\": \"/status\", \"success_value\": \"0\", \"error_code\": \"/code\"";
  private static final String KEY =
      ", \"idempotency\": {\"in\": \"header\", \"name\": \"Idempotency-Key\", \"lifetime\":"
          + " \"24h\", \"compares_body\": true}";

  private ProviderDouble provider;

  @BeforeEach
  void start() throws IOException {
    provider = ProviderDouble.start(request -> request.header("key"), Repeats.NEW);
  }

  @AfterEach
  void stop() throws IOException {
    provider.close();
  }

  private HttpConnector connector(String more) {
    return connector(provider, more);
  }

  private static HttpConnector connector(ProviderDouble provider, String more) {
    return new HttpConnector(
        Sample.options(provider, more), Sample.secrets(Map.of()), Sample.CLOCK);
  }

  private static Arguments row(Script script, String more, Class<? extends SendResult> expected) {
    return Arguments.of(script, more, expected);
  }

  static Stream<Arguments> table() {
    return Stream.of(plainAnswers(), answersWithPointer(), keys(), cuts(), meanings())
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> plainAnswers() {
    return Stream.of(
        row(Script.accept(), "", Accepted.class),
        row(Script.accept(202, ""), "", Accepted.class),
        row(Script.accept(200, "no JSON"), "", Accepted.class),
        row(Script.refuse(400, "{}"), "", Refused.class),
        row(Script.refuse(401, "{}"), "", Failed.class),
        row(Script.refuse(404, "{}"), "", Refused.class),
        row(Script.refuse(409, "{}"), "", Refused.class),
        row(Script.refuse(422, "{}"), "", Refused.class),
        row(Script.refuse(307, "").header("Location", "/elsewhere"), "", Refused.class),
        row(Script.refuse(425, ""), "", Failed.class),
        row(Script.refuse(429, ""), "", Throttled.class),
        row(Script.refuse(503, "").header("Retry-After", "7"), "", Throttled.class),
        row(Script.accept(303, "").header("Location", "/done"), "", Uncertain.class),
        row(Script.accept(302, ""), "", Uncertain.class),
        row(Script.accept(408, ""), "", Uncertain.class),
        row(Script.accept(500, "{}"), "", Uncertain.class),
        row(Script.refuse(500, "{}"), "", Uncertain.class),
        row(Script.accept(502, ""), "", Uncertain.class),
        row(Script.accept(503, ""), "", Uncertain.class),
        row(Script.accept(504, ""), "", Uncertain.class));
  }

  private static Stream<Arguments> answersWithPointer() {
    return Stream.of(
        row(Script.accept(200, "{\"status\":\"0\"}"), POINTER, Accepted.class),
        row(Script.accept(200, "{\"status\":0}"), POINTER, Accepted.class),
        row(Script.refuse(200, "{\"status\":\"9\",\"code\":9}"), POINTER, Refused.class),
        row(Script.accept(200, "{\"status\":\"queued\"}"), POINTER, Uncertain.class),
        row(Script.accept(200, "{\"status\":{}}"), POINTER, Uncertain.class),
        row(Script.accept(200, "<html>"), POINTER, Uncertain.class),
        row(Script.accept(200, ""), POINTER, Uncertain.class),
        row(Script.acceptThen(Ending.CUT_BODY), POINTER, Uncertain.class),
        row(Script.acceptThen(Ending.HANG_BODY), POINTER, Uncertain.class),
        row(Script.acceptThen(Ending.HUGE_BODY), POINTER, Uncertain.class));
  }

  private static Stream<Arguments> keys() {
    return Stream.of(
        row(Script.accept(409, ""), KEY, Uncertain.class),
        row(Script.accept(422, ""), KEY, Uncertain.class),
        row(Script.refuse(422, ""), KEY + ", \"statuses\": {\"422\": \"refused\"}", Refused.class));
  }

  private static Stream<Arguments> cuts() {
    return Stream.of(
        row(Script.acceptThen(Ending.CUT), "", Uncertain.class),
        row(Script.not(Ending.CUT), "", Uncertain.class),
        row(Script.not(Ending.CUT_UNREAD), "", Uncertain.class),
        row(Script.not(Ending.CUT_BEHIND_HEADERS), "", Uncertain.class),
        row(Script.acceptThen(Ending.CUT_HEADERS), "", Uncertain.class),
        row(Script.acceptThen(Ending.GARBAGE), "", Uncertain.class),
        row(Script.acceptThen(Ending.HANG), "", Uncertain.class),
        row(Script.not(Ending.HANG), "", Uncertain.class),
        row(Script.acceptThen(Ending.CUT_BODY), "", Accepted.class),
        row(Script.acceptThen(Ending.HANG_BODY), "", Accepted.class),
        row(Script.acceptThen(Ending.HUGE_BODY), "", Accepted.class));
  }

  private static Stream<Arguments> meanings() {
    String codes = ", \"error_code\": \"/error/code\", \"codes\": {\"130429\": \"throttled\"}";
    return Stream.of(
        row(Script.refuse(500, "{}"), ", \"statuses\": {\"500\": \"failed\"}", Failed.class),
        row(Script.accept(409, "{}"), ", \"statuses\": {\"409\": \"accepted\"}", Accepted.class),
        row(Script.refuse(400, "{\"error\":{\"code\":130429}}"), codes, Throttled.class),
        row(Script.refuse(400, "{\"error\":{\"code\":7}}"), codes, Refused.class),
        row(Script.accept(204, ""), ", \"success_statuses\": [\"200-202\"]", Uncertain.class),
        row(Script.accept(202, ""), ", \"success_statuses\": [\"200-202\"]", Accepted.class));
  }

  @ParameterizedTest
  @MethodSource("table")
  void an_answer_says_what_is_certain_and_no_more(
      Script script, String more, Class<? extends SendResult> expected) {
    provider.next(script);
    try (HttpConnector connector = connector(more)) {
      boolean hangs = script.ending().name().startsWith("HANG");
      SendResult result =
          connector.send(Sample.text("m-1", "hi"), hangs ? Sample.SHORT : Sample.LONG);
      assertThat(result).isInstanceOf(expected);
      if (!(result instanceof Accepted) && !(result instanceof Uncertain)) {
        assertThat(provider.taken("m-1")).isZero();
      }
      assertThat(provider.taken("m-1")).isEqualTo(script.accepts() ? 1 : 0);
      assertThat(provider.connections()).isEqualTo(1);
    }
  }

  @Test
  void an_acceptance_has_the_id_and_the_parts_of_the_provider() {
    provider.next(Script.accept(201, "{\"id\":\"SM1\",\"count\":\"3\"}"));
    try (HttpConnector connector = connector(", \"parts\": \"/count\"")) {
      assertThat(connector.send(Sample.text("m", "hi"), Sample.LONG))
          .isEqualTo(new Accepted(Optional.of("SM1"), 3));
    }
  }

  @Test
  void a_refusal_has_the_code_and_the_text_of_the_provider() {
    provider.next(Script.refuse(400, "{\"code\":21211,\"message\":\"Invalid 'To'\"}"));
    try (HttpConnector connector =
        connector(", \"error_code\": \"/code\", \"error_text\": \"/message\"")) {
      assertThat(connector.send(Sample.text("m", "hi"), Sample.LONG))
          .isEqualTo(new Refused("21211", "Invalid 'To'"));
    }
  }

  @Test
  void a_wait_is_read_as_seconds_or_as_a_date() {
    provider.next(
        Script.refuse(429, "").header("Retry-After", "90"),
        Script.refuse(429, "").header("Retry-After", "Sun, 01 Mar 2026 12:02:00 GMT"),
        Script.refuse(429, "").header("Retry-After", "Sun, 01 Mar 2026 11:00:00 GMT"),
        Script.refuse(429, "").header("Retry-After", "soon"),
        Script.refuse(429, "").header("Retry-After", "999999999"));
    try (HttpConnector connector = connector("")) {
      List<Optional<Duration>> waits =
          Stream.generate(() -> connector.send(Sample.text("m", "hi"), Sample.LONG))
              .limit(5)
              .map(result -> ((Throttled) result).retryAfter())
              .toList();
      assertThat(waits)
          .containsExactly(
              Optional.of(Duration.ofSeconds(90)),
              Optional.of(Duration.ofMinutes(2)),
              Optional.of(Duration.ZERO),
              Optional.empty(),
              Optional.of(Duration.ofDays(1)));
    }
  }

  @Test
  void a_closed_port_is_certainly_no_acceptance() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (HttpConnector connector =
        new HttpConnector(
            Sample.options("{\"url\":\"http://127.0.0.1:" + port + "/\",\"allow_private\":true}"),
            Sample.secrets(Map.of()),
            Sample.CLOCK)) {
      SendResult result = connector.send(Sample.text("m", "hi"), Sample.LONG);
      assertThat(result).isInstanceOf(Failed.class);
      assertThat(((Failed) result).code()).isEqualTo("connect");
    }
  }

  @Test
  void a_private_address_is_refused_unless_it_is_allowed() {
    try (HttpConnector connector =
        new HttpConnector(
            Sample.options("{\"url\":\"" + provider.url("/") + "\"}"),
            Sample.secrets(Map.of()),
            Sample.CLOCK)) {
      SendResult result = connector.send(Sample.text("m", "hi"), Sample.LONG);
      assertThat(result).isInstanceOf(Refused.class);
      assertThat(((Refused) result).code()).isEqualTo("address");
      assertThat(provider.connections()).isZero();
    }
  }

  @Test
  void a_repeat_under_the_same_key_is_one_message_and_is_answered_as_before() throws IOException {
    try (ProviderDouble keyed =
            ProviderDouble.start(request -> request.header("idempotency-key"), Repeats.COMPARED);
        HttpConnector connector = connector(keyed, KEY)) {
      keyed.next(Script.acceptThen(Ending.CUT));
      assertThat(connector.send(Sample.text("m", "hi"), Sample.LONG)).isInstanceOf(Uncertain.class);
      assertThat(connector.send(Sample.text("m", "hi"), Sample.LONG))
          .isEqualTo(new Accepted(List.of("provider-1"), Optional.empty()));
      assertThat(connector.send(Sample.text("m", "other"), Sample.LONG))
          .isInstanceOf(Uncertain.class);
      assertThat(keyed.taken("m")).isEqualTo(1);
      assertThat(connector.repeats()).contains(new RepeatPromise(Duration.ofHours(24), true));
    }
  }

  @Test
  void without_a_key_nothing_is_promised_of_repeats() {
    try (HttpConnector connector = connector("")) {
      assertThat(connector.repeats()).isEmpty();
    }
  }

  @Test
  void a_message_that_does_not_fit_is_refused_before_anything_is_sent() {
    try (HttpConnector connector =
        new HttpConnector(
            Sample.options(
                """
                {"url": "%s", "allow_private": true, "body": "{\\"t\\":\\"{{metadata.name}}\\"}"}
                """
                    .formatted(provider.url("/"))),
            Sample.secrets(Map.of()),
            Sample.CLOCK)) {
      SendResult result = connector.send(Sample.text("m", "hi"), Sample.LONG);
      assertThat(result).isInstanceOf(Refused.class);
      assertThat(((Refused) result).code()).isEqualTo("template");
      assertThat(((Refused) result).reason()).contains("metadata.name");
      assertThat(provider.connections()).isZero();
    }
  }

  @Test
  void a_missing_secret_is_a_failure_that_names_its_reference() {
    try (HttpConnector connector =
        new HttpConnector(
            Sample.options(
                """
                {"url": "%s", "allow_private": true, "secrets": {"token": "env:TOKEN"},
                 "headers": {"authorization": "Bearer {{secret.token}}"}}
                """
                    .formatted(provider.url("/"))),
            Sample.secrets(Map.of()),
            Sample.CLOCK)) {
      SendResult result = connector.send(Sample.text("m", "hi"), Sample.LONG);
      assertThat(result).isInstanceOf(Failed.class);
      assertThat(((Failed) result).reason()).contains("env:TOKEN");
      assertThat(provider.connections()).isZero();
    }
  }
}
