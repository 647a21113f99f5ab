package io.messina.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.connector.ReceiptKind;
import io.messina.api.message.connector.ReceiptOptions;
import io.messina.connectors.Receipt;
import io.messina.connectors.http.ReceiptException.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpReceiptsTest {

  private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER_KEY = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  private static final Map<String, String> SECRETS =
      Map.of("env:OLD", OTHER_KEY, "env:NEW", KEY, "env:PLAIN", "plain");

  private static final String BATCH =
      """
      {"list": "/receipts/*", "id": "/id", "status": "/s", "part": "/p", "at": "/t",
       "code": "/c", "reason": "/r", "kinds": {"ok": "delivered", "no": "undelivered",
       "no:7": "bounced"}%s}
      """;
  private static final String STANDARD =
      ", \"signature\": {\"scheme\": \"standard_webhooks\", \"secrets\": [\"env:OLD\","
          + " \"env:NEW\"]}";

  private static HttpReceipts reader(String json) {
    return new HttpReceipts(
        Wire.request(StrictJson.read(json), ReceiptOptions.class),
        Sample.secrets(SECRETS),
        Sample.CLOCK);
  }

  private static ReceiptCallback callback(Map<String, String> headers, byte[] body) {
    Map<String, List<String>> all = new HashMap<>();
    headers.forEach((name, value) -> all.put(name, List.of(value)));
    return new ReceiptCallback("https://messina.example/r", all, body);
  }

  @ParameterizedTest
  @CsvSource({"<m3@example.com>, m3@example.com", "m3@example.com, m3@example.com", "<m3>, <m3>"})
  void a_receipt_may_name_a_mail_by_its_message_id_with_angle_brackets(String said, String id)
      throws ReceiptException {
    HttpReceipts reader =
        reader("{\"id\": \"/id\", \"status\": \"/s\", \"kinds\": {\"ok\": \"delivered\"}}");
    assertThat(reader.read(callback(Map.of(), "{\"id\":\"%s\",\"s\":\"ok\"}".formatted(said))))
        .singleElement()
        .extracting(Receipt::providerId)
        .isEqualTo(id);
  }

  private static ReceiptCallback callback(Map<String, String> headers, String body) {
    return callback(headers, body.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertFault(HttpReceipts reader, ReceiptCallback callback, Fault fault) {
    assertThatThrownBy(() -> reader.read(callback))
        .isInstanceOfSatisfying(
            ReceiptException.class,
            e -> {
              assertThat(e.fault()).isEqualTo(fault);
              assertThat(e.getMessage()).startsWith("receipt: ").doesNotContain("\n");
            });
  }

  @Test
  void a_batch_is_read_in_its_order_with_parts_times_and_errors() throws ReceiptException {
    List<Receipt> receipts =
        reader(BATCH.formatted(""))
            .read(
                callback(
                    Map.of(),
                    """
                    {"receipts":[
                      {"id":"a","s":"ok","p":2,"t":1772366400},
                      {"id":"a","s":"ok","p":"1","t":"1772366400123"},
                      {"id":7,"s":"no","c":7,"r":"gone","t":"2026-03-01T13:00:00+01:00"},
                      {"id":"b","s":"no","c":"","p":0,"t":"yesterday"},
                      {"s":"underway"}]}
                    """));
    assertThat(receipts)
        .containsExactly(
            new Receipt(
                "a",
                Optional.of(2),
                ReceiptKind.DELIVERED,
                Optional.empty(),
                Optional.empty(),
                Optional.of(Sample.NOW)),
            new Receipt(
                "a",
                Optional.of(1),
                ReceiptKind.DELIVERED,
                Optional.empty(),
                Optional.empty(),
                Optional.of(Instant.ofEpochMilli(1772366400123L))),
            new Receipt(
                "7",
                Optional.empty(),
                ReceiptKind.BOUNCED,
                Optional.of("7"),
                Optional.of("gone"),
                Optional.of(Sample.NOW)),
            new Receipt(
                "b",
                Optional.empty(),
                ReceiptKind.UNDELIVERED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"s\":\"ok\"}",
        "{\"id\":null,\"s\":\"ok\"}",
        "{\"id\":\" \",\"s\":\"ok\"}",
        "{\"id\":{},\"s\":\"ok\"}",
        "{\"id\":\"\\ud800\",\"s\":\"ok\"}",
        "{\"id\":\"x\"}",
        "{\"id\":\"x\",\"s\":null}",
        "{}",
        "7",
        "null"
      })
  void receipts_count_whatever_stands_beside_them(String odd) throws ReceiptException {
    String good = "{\"id\":\"g%d\",\"s\":\"ok\"}";
    String body =
        "{\"receipts\":[%s,%s,%s,%s,%s]}"
            .formatted(odd, good.formatted(1), odd, good.formatted(2), odd);
    assertThat(reader(BATCH.formatted("")).read(callback(Map.of(), body)))
        .extracting(Receipt::providerId)
        .containsExactly("g1", "g2");
    assertFault(
        reader(BATCH.formatted("")),
        callback(Map.of(), "{\"receipts\":[%s]}".formatted(odd)),
        Fault.UNREADABLE);
    assertThat(reader(BATCH.formatted("")).read(callback(Map.of(), "{\"receipts\":[]}"))).isEmpty();
  }

  @Test
  void a_callback_without_the_list_has_no_receipts() throws ReceiptException {
    HttpReceipts reader = reader(BATCH.formatted(""));
    assertThat(reader.read(callback(Map.of(), "{\"messages\":[]}"))).isEmpty();
    assertThat(reader.read(callback(Map.of(), "{\"receipts\":{}}"))).isEmpty();
    assertThat(reader.read(callback(Map.of(), "7"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null x",
        "{\"receipts\":[{}]}",
        "{\"receipts\":[1]}",
        "{\"a\":1,\"a\":2}",
        "{\"receipts\":[{\"s\":\"ok\"}]}",
        "{\"receipts\":[{\"s\":\"ok\",\"id\":\" \"}]}",
        "{\"receipts\":[{\"s\":\"ok\",\"id\":{}}]}",
        "{\"receipts\":[{\"s\":\"ok\",\"id\":\"a\\ud800\"}]}"
      })
  void what_cannot_be_read_is_one_exception_with_one_sentence(String body) {
    HttpReceipts reader = reader(BATCH.formatted(""));
    assertFault(reader, callback(Map.of(), body), Fault.UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id=1&id=2&s=ok", "id=%zz&s=ok", "s=ok", "id=1"})
  void a_form_that_cannot_be_read_is_one_exception(String body) {
    HttpReceipts reader =
        reader("{\"format\":\"form\",\"id\":\"id\",\"status\":\"s\",\"kinds\":{\"ok\":\"read\"}}");
    assertFault(reader, callback(Map.of(), body), Fault.UNREADABLE);
    assertFault(
        reader, callback(Map.of(), new byte[] {(byte) 0xff, (byte) 0xfe}), Fault.UNREADABLE);
  }

  @Test
  void standard_webhooks_are_believed_by_any_key_within_five_minutes() throws Exception {
    HttpReceipts reader = reader(BATCH.formatted(STANDARD));
    String body = "{\"receipts\":[{\"id\":\"a\",\"s\":\"ok\"}]}";
    for (long off : List.of(-300L, 0L, 300L)) {
      assertThat(reader.read(signed(KEY, body, Sample.NOW.getEpochSecond() + off))).hasSize(1);
      assertThat(reader.read(signed(OTHER_KEY, body, Sample.NOW.getEpochSecond() + off)))
          .hasSize(1);
    }
    for (long off : List.of(-301L, 301L)) {
      assertFault(reader, signed(KEY, body, Sample.NOW.getEpochSecond() + off), Fault.UNSIGNED);
    }
  }

  private static ReceiptCallback signed(String key, String body, long seconds) throws Exception {
    return callback(
        Map.of(
            "Webhook-Id",
            "msg_1",
            "Webhook-Timestamp",
            String.valueOf(seconds),
            "Webhook-Signature",
            "v1,AAAA " + new Webhook(key).sign("msg_1", seconds, body)),
        body);
  }

  @Test
  void a_changed_or_unsigned_callback_is_not_read() throws Exception {
    HttpReceipts reader = reader(BATCH.formatted(STANDARD));
    ReceiptCallback good = signed(KEY, "{\"receipts\":[]}", Sample.NOW.getEpochSecond());
    assertThat(reader.read(good)).isEmpty();
    assertFault(
        reader,
        new ReceiptCallback(
            good.url(), good.headers(), "{\"receipts\":[ ]}".getBytes(StandardCharsets.UTF_8)),
        Fault.UNSIGNED);
    for (String missing : List.copyOf(good.headers().keySet())) {
      Map<String, List<String>> fewer = new HashMap<>(good.headers());
      fewer.remove(missing);
      assertFault(reader, new ReceiptCallback("", fewer, good.body()), Fault.UNSIGNED);
      Map<String, List<String>> twice = new HashMap<>(good.headers());
      twice.put(missing, List.of("1", "2"));
      assertFault(reader, new ReceiptCallback("", twice, good.body()), Fault.UNSIGNED);
    }
  }

  @Test
  void a_provider_that_asks_whether_it_may_call_is_answered_if_it_knows_the_token()
      throws Exception {
    HttpReceipts reader = reader(BATCH.formatted(", \"verify_token\": \"env:PLAIN\""));
    assertThat(reader.answer("plain", "1158201444")).isEqualTo("1158201444");
    assertNoAnswer(reader, "plain ", "1");
    assertNoAnswer(reader, "", "1");
    assertNoAnswer(reader, "plain", "");
    assertNoAnswer(reader, "plain", "<script>");
    assertNoAnswer(reader(BATCH.formatted("")), "", "1");
  }

  private static void assertNoAnswer(HttpReceipts reader, String token, String challenge) {
    assertThatThrownBy(() -> reader.answer(token, challenge))
        .isInstanceOfSatisfying(
            ReceiptException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNSIGNED));
  }

  @Test
  void an_hmac_of_the_body_is_checked() throws Exception {
    HttpReceipts reader =
        reader(
            BATCH.formatted(
                ", \"signature\": {\"scheme\": \"body\", \"header\": \"x-sign\", \"encoding\":"
                    + " \"base64\", \"secrets\": [\"env:PLAIN\"]}"));
    String body = "{\"receipts\":[{\"id\":\"a\",\"s\":\"ok\"}]}";
    String good = Signing.base64("HmacSHA256", "plain", body);
    assertThat(reader.read(callback(Map.of("X-Sign", good), body))).hasSize(1);
    assertFault(reader, callback(Map.of("X-Sign", good), body + " "), Fault.UNSIGNED);
    assertFault(reader, callback(Map.of("X-Sign", "no base64!"), body), Fault.UNSIGNED);
    assertFault(
        reader,
        callback(Map.of("X-Sign", Signing.base64("HmacSHA1", "plain", body)), body),
        Fault.UNSIGNED);
    assertFault(reader, callback(Map.of(), body), Fault.UNSIGNED);
  }

  @Test
  void the_url_and_the_fields_of_a_form_are_checked() throws Exception {
    HttpReceipts reader =
        reader(
            """
            {"format":"form","id":"id","status":"s","kinds":{"ok":"read"},
             "signature":{"scheme":"url_and_fields","header":"x-sign","secrets":["env:PLAIN"]}}
            """);
    String body = "s=ok&id=a%20b";
    String good = Signing.hex("HmacSHA256", "plain", "https://messina.example/rida bsok");
    assertThat(reader.read(callback(Map.of("x-sign", good), body)))
        .extracting(Receipt::providerId)
        .containsExactly("a b");
    assertFault(reader, callback(Map.of("x-sign", good), "s=ok&id=a"), Fault.UNSIGNED);
    assertFault(
        reader,
        new ReceiptCallback(
            "https://other.example/r",
            Map.of("x-sign", List.of(good)),
            body.getBytes(StandardCharsets.UTF_8)),
        Fault.UNSIGNED);
  }

  @Property(tries = 2000)
  void any_bytes_are_receipts_or_one_exception(
      @ForAll @Size(max = 200) byte[] bytes, @ForAll boolean isForm) {
    assertAnswered(isForm, bytes);
  }

  @Property(tries = 2000)
  void any_damage_to_a_good_callback_is_receipts_or_one_exception(
      @ForAll @IntRange(max = 90) int at, @ForAll byte other, @ForAll boolean isForm) {
    String good =
        isForm
            ? "id=a%20b&s=ok&p=1&t=1772366400&c=7&r=%F0%9F%98%80"
            : "{\"receipts\":[{\"id\":\"a\",\"s\":\"no\",\"p\":1,\"t\":1e400,\"c\":7,\"r\":\"😀\"}]}";
    byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
    bytes[at % bytes.length] = other;
    assertAnswered(isForm, bytes);
  }

  private static void assertAnswered(boolean isForm, byte[] bytes) {
    HttpReceipts reader =
        isForm
            ? reader(
                """
                {"format":"form","id":"id","status":"s","part":"p","at":"t","code":"c","reason":"r",
                 "kinds":{"ok":"read"}}
                """)
            : reader(BATCH.formatted(""));
    try {
      assertThat(reader.read(callback(Map.of(), bytes)))
          .allSatisfy(receipt -> assertThat(receipt.providerId()).isNotBlank());
    } catch (ReceiptException e) {
      assertThat(e.getMessage()).startsWith("receipt: ").endsWith(")");
    }
  }
}
