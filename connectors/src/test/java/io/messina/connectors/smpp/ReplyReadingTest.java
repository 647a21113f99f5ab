package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.Reply;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.OptionalParameter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people write, as message centres hand it on. */
class ReplyReadingTest {

  private static Reply read(
      @Nullable String from, int ton, int esmClass, int coding, byte[] octets) {
    DeliverSm delivered = new DeliverSm();
    delivered.setSourceAddr(from);
    delivered.setSourceAddrTon((byte) ton);
    delivered.setDestAddress("1234");
    delivered.setDestAddrTon((byte) 3);
    delivered.setEsmClass((byte) esmClass);
    delivered.setDataCoding((byte) coding);
    delivered.setShortMessage(octets);
    return new ReplyReading(List.of("STOP", "СТОП")).read(delivered);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 6100620131, a@b£1",
    "0, 0, 53e94f50, SéOP",
    "3, 0, 53e9, Sé",
    "8, 0, 0421042204 1e041f, СТОП",
    "8, 64, 05000301020104210422041e041f, СТОП",
    "0, 64, 050003010201 53544f50, STOP",
    "0, 64, ff5354, ''",
  })
  void a_text_is_read_in_its_alphabet_without_its_header(
      int coding, int esmClass, String octets, String text) {
    byte[] data = HexFormat.of().parseHex(octets.replace(" ", ""));
    Reply reply = read("393331234567", 1, esmClass, coding, data);
    assertThat(reply.text()).isEqualTo(text);
    assertThat(reply.isOptOut()).isEqualTo(List.of("STOP", "СТОП").contains(text));
  }

  @Test
  void a_zero_at_the_end_is_none_of_the_text() {
    assertThat(read("393331234567", 1, 0, 0, new byte[] {'S', 't', 'o', 'p', 0}).isOptOut())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "393331234567, 1, +393331234567",
    "+393331234567, 1, +393331234567",
    "393331234567, 0, +393331234567",
    "00393331234567, 0, +393331234567",
    "3331234567, 2, 3331234567",
    "1234, 0, 1234",
    "Shop, 5, Shop",
    "Shop3331234567, 0, Shop3331234567",
    ", 0, ''",
  })
  void a_number_begins_with_its_country_where_that_can_be_known(
      @Nullable String from, int ton, String expected) {
    assertThat(read(from, ton, 0, 0, new byte[0]).from()).isEqualTo(expected);
  }

  @Test
  void a_text_may_be_in_the_payload() {
    DeliverSm delivered = new DeliverSm();
    delivered.setSourceAddr("393331234567");
    delivered.setDestAddress("1234");
    delivered.setOptionalParameters(
        new OptionalParameter.Message_payload("STOP".getBytes(StandardCharsets.US_ASCII)));
    assertThat(new ReplyReading(List.of("stop")).read(delivered).isOptOut()).isTrue();
  }
}
