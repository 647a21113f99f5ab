package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.message.protocol.SmppAccount;
import io.messina.api.message.protocol.SmppEncoding;
import io.messina.api.message.protocol.SmppForm;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jsmpp.bean.SubmitSm;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmppConnectorTest extends SmscFixture {

  private static SmppForm form(SmppEncoding encoding, boolean receipts) {
    return new SmppForm(
        Optional.empty(), Optional.empty(), Optional.empty(), encoding, false, receipts);
  }

  @Test
  void a_text_is_taken_once_and_has_the_id_of_the_message_centre() throws InterruptedException {
    assertThat(bound().send(message("Ciao, 5 €"), LONG)).isEqualTo(accepted("id1"));
    assertThat(smsc.ledger()).hasSize(1);
    SubmitSm taken = smsc.awaitTaken().pdu();
    assertThat(new Taken("", taken).text()).isEqualTo("Ciao, 5 €");
    assertThat(taken.getDataCoding()).isZero();
    assertThat(taken.getRegisteredDelivery()).isEqualTo((byte) 1);
    assertThat(taken.getDestAddress()).isEqualTo("393331234567");
    assertThat(taken.getDestAddrTon()).isEqualTo((byte) 1);
    assertThat(taken.getDestAddrNpi()).isEqualTo((byte) 1);
  }

  @ParameterizedTest
  @CsvSource({
    "PT5M30S, 000000000530000R",
    "PT23H59M59S, 000000235959000R",
    "PT0.2S, 000000000001000R",
    "PT24H, ''",
    ", ''"
  })
  void the_message_centre_is_told_for_how_long_a_text_is_worth_anything(
      @Nullable Duration validFor, String period) throws InterruptedException {
    OutgoingMessage message =
        new OutgoingMessage(
            "m1",
            Optional.empty(),
            "+393331234567",
            new Content.Text("123456"),
            Map.of(),
            Optional.empty(),
            Optional.ofNullable(validFor),
            Map.of());
    assertThat(bound().send(message, LONG)).isEqualTo(accepted("id1"));
    String told = smsc.awaitTaken().pdu().getValidityPeriod();
    assertThat(told == null ? "" : told).isEqualTo(period);
  }

  @ParameterizedTest
  @ValueSource(strings = {"long, in GSM ", "long, with a smile \uD83D\uDE00 "})
  void a_long_text_is_taken_in_parts_that_are_joined_again(String piece)
      throws InterruptedException {
    String text = piece.repeat(20);
    SendResult result = bound().send(message(text), LONG);
    assertThat(result).isInstanceOf(SendResult.Accepted.class);
    assertThat(smsc.ledger()).hasSizeGreaterThan(1).allMatch(Taken::isPart);
    assertThat(((SendResult.Accepted) result).providerIds())
        .containsExactlyElementsOf(smsc.ledger().stream().map(Taken::id).toList());
    assertThat(smsc.ledger().stream().map(Taken::text).collect(Collectors.joining()))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"+393331234567, 1, 1, 393331234567", "4242, 0, 1, 4242", "Messina, 5, 0, Messina"})
  void a_sender_has_the_type_that_its_characters_say(
      String from, byte ton, byte npi, String address) throws InterruptedException {
    bound().send(message("m", Optional.of(from), "42", new Content.Text("Ciao")), LONG);
    SubmitSm taken = smsc.awaitTaken().pdu();
    assertThat(taken.getSourceAddr()).isEqualTo(address);
    assertThat(taken.getSourceAddrTon()).isEqualTo(ton);
    assertThat(taken.getSourceAddrNpi()).isEqualTo(npi);
  }

  @Test
  void the_sender_of_the_options_has_the_type_that_they_say() throws InterruptedException {
    bound(
            options()
                .form(
                    new SmppForm(
                        Optional.of("4242"),
                        Optional.of(3),
                        Optional.of(9),
                        SmppEncoding.UCS2,
                        true,
                        false)))
        .send(message("Ciao"), LONG);
    Taken taken = smsc.awaitTaken();
    assertThat(taken.pdu().getSourceAddrTon()).isEqualTo((byte) 3);
    assertThat(taken.pdu().getSourceAddrNpi()).isEqualTo((byte) 9);
    assertThat(taken.pdu().getDataCoding()).isEqualTo((byte) 8);
    assertThat(taken.pdu().getRegisteredDelivery()).isZero();
    assertThat(taken.text()).isEqualTo("Ciao");
  }

  @Test
  void options_with_a_sender_that_is_none_are_refused() {
    SmppForm form =
        new SmppForm(
            Optional.of("far too long for it"),
            Optional.empty(),
            Optional.empty(),
            SmppEncoding.AUTO,
            false,
            false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> unbound(options().form(form), receipts::add))
        .withMessageContaining("source");
  }

  @Test
  void what_no_short_message_holds_is_refused_before_it_is_handed_over()
      throws InterruptedException {
    SmppConnector connector = bound(options().form(form(SmppEncoding.GSM, true)));
    Content text = new Content.Text("Ciao");
    Optional<String> own = Optional.empty();
    assertThat(connector.send(message("m", own, "someone@example.com", text), LONG))
        .matches(result -> code(result).equals("address"));
    assertThat(connector.send(message("m", Optional.of("a\nb"), "42", text), LONG))
        .matches(result -> code(result).equals("address"));
    assertThat(connector.send(message("m", own, "42", new Content.Structured("{}")), LONG))
        .matches(result -> code(result).equals("content"));
    assertThat(connector.send(message("\uD83D\uDE00"), LONG))
        .matches(result -> code(result).equals("encoding"));
    assertThat(connector.send(message("x".repeat(255 * 153 + 1)), LONG))
        .matches(result -> code(result).equals("encoding"));
    assertThat(smsc.ledger()).isEmpty();
  }

  @Test
  void binds_take_turns() throws InterruptedException {
    SmppConnector connector =
        bound(options().account(new SmppAccount("shop", "env:SMSC", Optional.empty(), true, 2)));
    assertThat(smsc.awaitBind()).isEqualTo(SmscAction.OfBind.ACCEPT);
    assertThat(smsc.awaitBind()).isEqualTo(SmscAction.OfBind.ACCEPT);
    smsc.next(new SmscAction.Refuse(0x58));
    assertThat(connector.send(message("1"), LONG)).isInstanceOf(SendResult.Throttled.class);
    assertThat(connector.send(message("2"), LONG)).isEqualTo(accepted("id1"));
    assertThat(connector.send(message("3"), LONG)).isEqualTo(accepted("id2"));
  }

  @Test
  void no_repeat_is_promised() throws InterruptedException {
    assertThat(bound().repeats()).isEmpty();
  }

  private static String code(SendResult result) {
    return result instanceof SendResult.Refused refused ? refused.code() : result.toString();
  }
}
