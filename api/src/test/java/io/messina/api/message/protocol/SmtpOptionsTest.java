package io.messina.api.message.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.Wire;
import io.messina.api.WireException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SmtpOptionsTest {

  private static final String ALL =
      "{\"host\":\"smtp.example.com\",\"port\":465,\"tls\":\"tls\",\"user\":\"u\","
          + "\"password\":\"env:SMTP_PASSWORD\",\"from\":\"News <news@example.com>\","
          + "\"connections_max\":3,\"connect_timeout\":\"1s\",\"read_timeout\":\"2s\","
          + "\"write_timeout\":\"3s\",\"idle_timeout\":\"4s\","
          + "\"dkim\":{\"domain\":\"example.com\",\"selector\":\"s1\",\"key\":\"file:/dkim.pem\"},"
          + "\"one_click_unsubscribe\":false,"
          + "\"idempotency\":{\"header\":\"Resend-Idempotency-Key\",\"lifetime\":\"1d\","
          + "\"compares_body\":true}}";

  private static SmtpOptions request(String json) {
    return Wire.request(json(json), SmtpOptions.class);
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  @Test
  void all_of_them_are_read_and_written() {
    SmtpOptions options = request(ALL);
    assertThat(options)
        .isEqualTo(
            SmtpOptions.of(
                    SmtpServer.of("smtp.example.com")
                        .at(465, SmtpTls.TLS)
                        .account("u", "env:SMTP_PASSWORD"),
                    "News <news@example.com>")
                .limits(
                    new SmtpLimits(
                        3,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(4)))
                .dkim(new DkimOptions("example.com", "s1", "file:/dkim.pem"))
                .oneClickUnsubscribe(false)
                .idempotency(
                    new SmtpIdempotency("Resend-Idempotency-Key", Duration.ofDays(1), true)));
    assertThat(Wire.write(options)).isEqualTo(ALL);
  }

  @Test
  void what_a_request_leaves_out_is_as_by_default() {
    assertThat(request("{\"host\":\"smtp.example.com\",\"from\":\"news@example.com\"}"))
        .isEqualTo(SmtpOptions.of(SmtpServer.of("smtp.example.com"), "news@example.com"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {"from":"a@b"}                                      | host: absent
          {"host":"h"}                                        | from: absent
          {"host":"h\\r\\nx","from":"a@b"}                    | host: has other characters
          {"host":"h","from":"a@b","tls":"maybe"}             | tls: maybe
          {"host":"h","from":"a@b","port":0}                  | port: 0
          {"host":"h","from":"a@b","user":"u"}                | user: without password
          {"host":"h","from":"a@b","user":"u","password":"secret"} | password: another form
          {"host":"h","from":"a@b","connections_max":1001}    | connections_max: 1001
          {"host":"h","from":"a@b","connect_timeout":"99ms"}  | connect_timeout: 99ms
          {"host":"h","from":"a@b","read_timeout":"11m"}      | read_timeout: 11m
          {"host":"h","from":"a@b","idempotency":{"header":"K:","lifetime":"1d","compares_body":false}} | header: another
          """)
  void what_is_wrong_is_named(String json, String sentence) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> request(json))
        .withMessageStartingWith(sentence);
  }

  @Test
  void a_secret_in_the_place_of_its_reference_is_not_repeated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmtpServer.of("h").account("u", "hunter2"))
        .withMessageContaining("password")
        .withMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "a b,s",
    "example.com;,s",
    "example.com,s;t=y",
    "example.com,s._x.",
    "example.com,''"
  })
  void names_of_dkim_cannot_hold_more_than_names(String domain, String selector) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DkimOptions(domain, selector, "env:K"));
  }
}
