package io.messina.server.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.Script;
import io.messina.connectors.smpp.ScriptedSmsc;
import io.messina.connectors.smpp.Taken;
import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import io.messina.testkit.SystemWaiting;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that go to providers by what is defined over HTTP, and what providers call back. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class ProvidersTest {

  private static final String SIGNATURE = "Signature: ";

  @TempDir private Path folder;
  private Path secrets;

  @BeforeEach
  void keep() throws Exception {
    secrets = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("token"), "open-sesame\n");
    Files.writeString(secrets.resolve("receipts"), "receipt-key\n");
    Files.writeString(secrets.resolve("smsc"), "secret\n");
  }

  private RunningNode start() throws InterruptedException {
    return RunningNode.in(
        folder,
        "--durability",
        "os",
        "--messages-shards",
        "2",
        "--secrets",
        secrets.toString(),
        "--admin-token-file",
        secrets.resolve("own").toString());
  }

  private static void define(RunningNode node, String connector) throws Exception {
    node.json(201, "PUT", "/v1/accounts/shop", "{}");
    node.json(201, "PUT", "/v1/connectors/carrier", connector);
    node.json(201, "PUT", "/v1/routes/all", "{\"channel\":\"sms\",\"weights\":{\"carrier\":1}}");
  }

  private static String http(ProviderDouble provider) {
    return """
    {"http":{"url":"%s","headers":{"authorization":"Bearer {{secret.token}}"},
      "body":"{\\"to\\":\\"{{to}}\\",\\"text\\":\\"{{text}}\\"}",
      "secrets":{"token":"file:token"},"provider_id":"/id","allow_private":true},
     "timeout":"5s",
     "receipts":{"id":"/id","status":"/status","kinds":{"delivered":"delivered"},
      "signature":{"scheme":"body","header":"signature","secrets":["file:receipts"]},
      "verify_token":"file:receipts"}}
    """
        .formatted(provider.url("/messages"));
  }

  private static String accept(RunningNode node, String to) {
    String json =
        "{\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"%s\",\"content\":{\"text\":\"Hi\"}}"
            .formatted(to);
    NewMessage message = Wire.request(ApiJson.MAPPER.readTree(json), NewMessage.class);
    return node.node()
        .messaging()
        .acceptance()
        .accept(List.of(message))
        .getFirst()
        .message()
        .orElseThrow();
  }

  private static void awaitState(RunningNode node, String message, MessageState state) {
    SystemWaiting.until(() -> state(node, message).filter(state::equals).isPresent());
  }

  private static Optional<MessageState> state(RunningNode node, String message) {
    return node.node().messaging().log().find(message).map(MessageReport::state);
  }

  private static String signature(String key, String body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void a_message_goes_to_its_provider_and_only_a_signed_receipt_counts() throws Exception {
    try (ProviderDouble provider =
            ProviderDouble.start(it -> it.text(), ProviderDouble.Repeats.NEW);
        RunningNode node = start()) {
      provider.always(Script.accept(200, "{\"id\":\"p-1\"}"));
      define(node, http(provider));
      String message = accept(node, "+393331234567");
      awaitState(node, message, MessageState.SENT);
      String receipt = "{\"id\":\"p-1\",\"status\":\"delivered\"}";
      String receipts = "/v1/receipts/carrier";
      node.problem(ProblemCode.BAD_SIGNATURE, "POST", receipts, receipt);
      node.problem(
          ProblemCode.BAD_SIGNATURE,
          "POST",
          receipts,
          receipt,
          SIGNATURE + signature("another", receipt));
      assertThat(state(node, message)).contains(MessageState.SENT);
      node.json(204, "POST", receipts, receipt, SIGNATURE + signature("receipt-key", receipt));
      node.json(204, "POST", receipts, receipt, SIGNATURE + signature("receipt-key", receipt));
      awaitState(node, message, MessageState.DELIVERED);
      String broken = "{\"id\":";
      node.problem(
          ProblemCode.BAD_REQUEST,
          "POST",
          receipts,
          broken,
          SIGNATURE + signature("receipt-key", broken));
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "POST", "/v1/receipts/nobody", receipt);
      String asked = receipts + "?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=";
      HttpResponse<String> answer = node.send("GET", asked + "receipt-key", "");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("1158201444");
      assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
      node.problem(ProblemCode.BAD_SIGNATURE, "GET", asked + "another", "");
      node.problem(ProblemCode.BAD_REQUEST, "GET", receipts, "");
      Files.delete(secrets.resolve("receipts"));
      node.problem(
          ProblemCode.UNAVAILABLE,
          "POST",
          receipts,
          receipt,
          SIGNATURE + signature("receipt-key", receipt));
    }
  }

  @Test
  void what_was_defined_goes_on_after_a_restart_and_sends_nothing_twice() throws Exception {
    try (ProviderDouble provider =
        ProviderDouble.start(it -> it.text(), ProviderDouble.Repeats.NEW)) {
      try (RunningNode node = start()) {
        define(node, http(provider));
        awaitState(node, accept(node, "+393331234567"), MessageState.SENT);
      }
      try (RunningNode node = start()) {
        awaitState(node, accept(node, "+393331234568"), MessageState.SENT);
      }
      assertThat(provider.taken("{\"to\":\"+393331234567\",\"text\":\"Hi\"}")).isOne();
      assertThat(provider.taken("{\"to\":\"+393331234568\",\"text\":\"Hi\"}")).isOne();
    }
  }

  @Test
  void a_receipt_comes_by_the_bind_of_a_message_centre() throws Exception {
    try (ScriptedSmsc smsc = ScriptedSmsc.start();
        RunningNode node = start()) {
      define(
          node,
          "{\"smpp\":{\"host\":\"127.0.0.1\",\"port\":%d,\"system_id\":\"shop\",\"password\":\"file:smsc\"}}"
              .formatted(smsc.port()));
      smsc.awaitBind();
      String message = accept(node, "+393331234567");
      Taken taken = smsc.awaitTaken();
      awaitState(node, message, MessageState.SENT);
      assertThat(smsc.deliver(taken.id(), "DELIVRD")).isZero();
      awaitState(node, message, MessageState.DELIVERED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"elsewhere", "secrets/own"})
  void a_file_that_is_not_open_to_definitions_is_not_read(String name) throws Exception {
    Path elsewhere = Files.writeString(folder.resolve(name), "hunter2");
    try (ProviderDouble provider =
            ProviderDouble.start(it -> it.text(), ProviderDouble.Repeats.NEW);
        RunningNode node = start()) {
      String connector =
          http(provider)
              .replace("file:token", "file:" + elsewhere)
              .replace("\"5s\"", "\"5s\",\"retry_for\":\"0s\"");
      define(node, connector);
      String message = accept(node, "+393331234567");
      awaitState(node, message, MessageState.FAILED);
      assertThat(provider.taken("{\"to\":\"+393331234567\",\"text\":\"Hi\"}")).isZero();
      assertThat(node.node().messaging().log().find(message).orElseThrow().toString())
          .doesNotContain("hunter2");
    }
  }
}
