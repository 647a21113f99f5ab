package io.messina.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ReceiptKind;
import io.messina.api.message.connector.ReceiptOptions;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Receipt;
import io.messina.connectors.RefusalScope;
import io.messina.connectors.SendResult;
import io.messina.connectors.SendResult.Accepted;
import io.messina.connectors.SendResult.Refused;
import io.messina.connectors.SendResult.Throttled;
import io.messina.connectors.SendResult.Uncertain;
import io.messina.connectors.http.ProviderDouble.Repeats;
import io.messina.connectors.http.Script.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The examples that ship, against the answers that such providers give. */
class ProviderExamplesTest {

  private static final Map<String, String> SECRETS =
      Map.of(
          "env:SMS_ACCOUNT_AND_TOKEN", "AC1:token",
          "env:SMS_TOKEN", "token",
          "env:SMS_KEY_AND_SECRET", "key:secret",
          "file:/run/secrets/sms-token", "bearer-1",
          "env:WHATSAPP_TOKEN", "bearer-2",
          "env:WHATSAPP_APP_SECRET", "app-secret",
          "file:/run/secrets/rcs-token", "bearer-3");

  private ProviderDouble provider;

  @BeforeEach
  void start() throws IOException {
    provider = ProviderDouble.start(request -> "any", Repeats.NEW);
  }

  @AfterEach
  void stop() throws IOException {
    provider.close();
  }

  private static JsonNode example(String name) {
    try (InputStream in = HttpConnector.class.getResourceAsStream("examples/" + name + ".json")) {
      return StrictJson.read(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** To the double in the stead of the provider. */
  private HttpConnector connector(String name) {
    String there =
        example(name)
            .get("http")
            .toString()
            .replaceFirst("https://[^/]+", provider.url(""))
            .replaceFirst("\\{", "{\"allow_private\":true,");
    HttpOptions options = Wire.request(StrictJson.read(there), HttpOptions.class);
    return new HttpConnector(options, Sample.secrets(SECRETS), Sample.CLOCK);
  }

  private SendResult sent(String name, Script script) {
    return sent(name, script, Sample.text("m-1", "Hi \"you\" & me"));
  }

  private SendResult sent(String name, Script script, OutgoingMessage message) {
    provider.next(script);
    try (HttpConnector connector = connector(name)) {
      return connector.send(message, Sample.LONG);
    }
  }

  private static List<Receipt> receipts(
      String name, String url, Map<String, String> more, String body) throws ReceiptException {
    Map<String, List<String>> headers = new HashMap<>();
    more.forEach((header, value) -> headers.put(header, List.of(value)));
    ReceiptOptions options = Wire.request(example(name).get("receipts"), ReceiptOptions.class);
    return new HttpReceipts(options, Sample.secrets(SECRETS), Sample.CLOCK)
        .read(new ReceiptCallback(url, headers, body.getBytes(StandardCharsets.UTF_8)));
  }

  private static Receipt receipt(
      String id, ReceiptKind kind, String code, String reason, String at) {
    return new Receipt(
        id,
        Optional.empty(),
        kind,
        Optional.of(code).filter(text -> !text.isEmpty()),
        Optional.of(reason).filter(text -> !text.isEmpty()),
        Optional.of(at).filter(text -> !text.isEmpty()).map(Instant::parse));
  }

  @Test
  void each_example_is_read_and_written_the_same() {
    for (String name :
        List.of("sms-form", "sms-json", "sms-status-in-body", "whatsapp-cloud", "rcs")) {
      ConnectorOptions options = Wire.request(example(name), ConnectorOptions.class);
      assertThat(options.protocol().http()).isPresent();
      assertThat(options.receipts()).isPresent();
      assertThat(Wire.request(StrictJson.read(Wire.write(options)), ConnectorOptions.class))
          .isEqualTo(options);
    }
  }

  @Test
  void sms_by_a_form() throws Exception {
    assertThat(sent("sms-form", Script.accept(201, "{\"sid\":\"SM1\",\"num_segments\":\"2\"}")))
        .isEqualTo(new Accepted(Optional.of("SM1"), 2));
    Received request = provider.request();
    assertThat(request.text())
        .isEqualTo("To=%2B393331234567&From=Messina&Body=Hi%20%22you%22%20%26%20me");
    assertThat(request.header("authorization")).isEqualTo("Basic QUMxOnRva2Vu");
    assertThat(
            sent("sms-form", Script.refuse(400, "{\"code\":21211,\"message\":\"Invalid 'To'\"}")))
        .isEqualTo(new Refused("21211", "Invalid 'To'"));
    assertThat(sent("sms-form", Script.refuse(400, "{\"code\":21610,\"message\":\"STOP\"}")))
        .isEqualTo(new Refused("21610", "STOP", RefusalScope.UNSUBSCRIBED));
    assertThat(sent("sms-form", Script.refuse(400, "{\"code\":21614,\"message\":\"land\"}")))
        .isEqualTo(new Refused("21614", "land", RefusalScope.BOUNCED));
    assertThat(sent("sms-form", Script.refuse(429, "{\"code\":20429,\"message\":\"slow\"}")))
        .isEqualTo(new Throttled(Optional.empty(), "slow"));
    assertThat(sent("sms-form", Script.acceptThen(Ending.CUT))).isInstanceOf(Uncertain.class);
  }

  @Test
  void receipts_of_sms_by_a_form() throws Exception {
    String url = "https://messina.example/v1/receipts/sms";
    String body = "MessageSid=SM1&MessageStatus=undelivered&ErrorCode=30005&To=%2B39";
    // Base64 of HMAC-SHA1 over the URL and ErrorCode30005MessageSidSM1…
    String covered = url + "ErrorCode30005MessageSidSM1MessageStatusundeliveredTo+39";
    assertThat(
            receipts(
                "sms-form",
                url,
                Map.of("X-Twilio-Signature", Signing.base64("HmacSHA1", "token", covered)),
                body))
        .containsExactly(receipt("SM1", ReceiptKind.BOUNCED, "30005", "", ""));
  }

  @Test
  void sms_by_json_with_a_key() throws Exception {
    assertThat(sent("sms-json", Script.accept(200, "{\"data\":{\"id\":\"t-1\",\"parts\":1}}")))
        .isEqualTo(new Accepted(Optional.of("t-1"), 1));
    Received request = provider.request();
    assertThat(request.text())
        .isEqualTo(
            "{\"from\":\"Messina\",\"to\":\"+393331234567\",\"text\":\"Hi \\\"you\\\" & me\"}");
    assertThat(request.header("idempotency-key")).isEqualTo("m-1");
    assertThat(request.header("authorization")).isEqualTo("Bearer bearer-1");
  }

  @Test
  void sms_whose_status_is_in_the_body() throws Exception {
    assertThat(
            sent(
                "sms-status-in-body",
                Script.accept(
                    200,
                    "{\"message-count\":\"2\",\"messages\":[{\"status\":\"0\","
                        + "\"message-id\":\"0A\"},{\"status\":\"0\",\"message-id\":\"0B\"}]}")))
        .isEqualTo(new Accepted(Optional.of("0A"), 2));
    assertThat(provider.request().text()).contains("\"to\":\"393331234567\"");
    assertThat(
            sent(
                "sms-status-in-body",
                Script.refuse(
                    200,
                    "{\"messages\":[{\"status\":\"2\",\"error-text\":\"Missing to param\"}]}")))
        .isEqualTo(new Refused("2", "Missing to param"));
    assertThat(
            sent(
                "sms-status-in-body",
                Script.refuse(200, "{\"messages\":[{\"status\":\"1\",\"error-text\":\"slow\"}]}")))
        .isEqualTo(new Throttled(Optional.empty(), "slow"));
    assertThat(
            receipts(
                "sms-status-in-body",
                "",
                Map.of(),
                "{\"messageId\":\"0A\",\"status\":\"delivered\",\"err-code\":\"0\","
                    + "\"message-timestamp\":\"2026-03-01T10:00:00Z\"}"))
        .containsExactly(receipt("0A", ReceiptKind.DELIVERED, "0", "", "2026-03-01T10:00:00Z"));
  }

  @Test
  void whatsapp_by_text_and_by_template() throws Exception {
    String answer =
        "{\"messaging_product\":\"whatsapp\",\"contacts\":[{\"wa_id\":\"39\"}],"
            + "\"messages\":[{\"id\":\"wamid.X\"}]}";
    assertThat(sent("whatsapp-cloud", Script.accept(200, answer)))
        .isEqualTo(new Accepted(List.of("wamid.X"), Optional.empty()));
    assertThat(provider.request().text())
        .isEqualTo(
            "{\"messaging_product\":\"whatsapp\",\"recipient_type\":\"individual\","
                + "\"to\":\"393331234567\",\"type\":\"text\","
                + "\"text\":{\"body\":\"Hi \\\"you\\\" & me\"},"
                + "\"biz_opaque_callback_data\":\"m-1\"}");
    sent(
        "whatsapp-cloud",
        Script.accept(200, answer),
        Sample.message(
            "m-2", new Content.Structured("{\"name\":\"thanks\",\"language\":{\"code\":\"it\"}}")));
    assertThat(provider.request().text())
        .contains(
            "\"type\":\"template\","
                + "\"template\":{\"name\":\"thanks\",\"language\":{\"code\":\"it\"}},");
  }

  @Test
  void whatsapp_that_takes_no_more_for_a_while() {
    assertThat(
            sent(
                "whatsapp-cloud",
                Script.refuse(400, "{\"error\":{\"code\":131056,\"message\":\"pair rate\"}}")))
        .isEqualTo(new Throttled(Optional.empty(), "pair rate"));
    assertThat(
            sent(
                "whatsapp-cloud",
                Script.refuse(400, "{\"error\":{\"code\":131030,\"message\":\"not allowed\"}}")))
        .isEqualTo(new Refused("131030", "not allowed"));
  }

  @Test
  void receipts_of_whatsapp() throws Exception {
    String body =
        "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"id\":\"1\",\"changes\":[{\"value\":"
            + "{\"statuses\":[{\"id\":\"wamid.X\",\"status\":\"sent\",\"timestamp\":\"1772359200\"},"
            + "{\"id\":\"wamid.Y\",\"status\":\"failed\",\"timestamp\":\"1772359200\",\"errors\":[{\"code\":131026,\"title\":\"Message"
            + " undeliverable\"}]},{\"id\":\"wamid.Z\",\"status\":\"deleted\"}]}},"
            + "{\"value\":{\"messages\":[{\"id\":\"wamid.I\"}]}}]}]}";
    Map<String, String> signed =
        Map.of("x-hub-signature-256", "sha256=" + Signing.hex("HmacSHA256", "app-secret", body));
    assertThat(receipts("whatsapp-cloud", "", signed, body))
        .containsExactly(
            receipt("wamid.X", ReceiptKind.SENT, "", "", "2026-03-01T10:00:00Z"),
            receipt(
                "wamid.Y",
                ReceiptKind.UNDELIVERED,
                "131026",
                "Message undeliverable",
                "2026-03-01T10:00:00Z"));
  }

  @Test
  void rcs_names_its_messages_itself() throws Exception {
    SendResult result =
        sent("rcs", Script.accept(200, "{\"name\":\"phones/+39/agentMessages/x\"}"));
    assertThat(result).isInstanceOf(Accepted.class);
    String id = ((Accepted) result).providerIds().getFirst();
    Received request = provider.request();
    assertThat(request.target())
        .isEqualTo("/v1/phones/%2B393331234567/agentMessages?messageId=" + id + "&agentId=AGENT");
    assertThat(request.text()).isEqualTo("{\"contentMessage\":{\"text\":\"Hi \\\"you\\\" & me\"}}");
    assertThat(
            sent(
                "rcs",
                Script.refuse(
                    404, "{\"error\":{\"status\":\"NOT_FOUND\",\"message\":\"no RCS\"}}")))
        .isEqualTo(new Refused("NOT_FOUND", "no RCS"));
    assertThat(
            receipts(
                "rcs", "", Map.of(), "{\"messageId\":\"" + id + "\",\"eventType\":\"DELIVERED\"}"))
        .containsExactly(receipt(id, ReceiptKind.DELIVERED, "", "", ""));
  }
}
