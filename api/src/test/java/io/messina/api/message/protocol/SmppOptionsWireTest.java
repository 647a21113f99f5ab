package io.messina.api.message.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of a connector by SMPP in JSON. */
class SmppOptionsWireTest {

  private static final String ALL =
      "{\"host\":\"smsc.example\",\"port\":3550,\"tls\":true,\"system_id\":\"shop\","
          + "\"password\":\"env:SMSC\",\"system_type\":\"VMA\",\"transceiver\":false,\"binds\":2,"
          + "\"source\":\"Messina\",\"source_ton\":5,\"source_npi\":0,\"encoding\":\"ucs2\","
          + "\"wide_reference\":true,\"receipts\":false,\"msg_id_type\":\"hex_decimal\","
          + "\"opt_out_words\":[\"BASTA\"],\"unreachable_statuses\":[\"0x0B\",\"0x401\"],"
          + "\"window\":10,\"enquire_link\":\"1m\",\"transaction_timer\":\"45s\"}";

  private static SmppOptions request(String json) {
    return Wire.request(StrictJson.read(json.getBytes(StandardCharsets.UTF_8)), SmppOptions.class);
  }

  @Test
  void all_options_are_written_and_read() {
    SmppOptions options =
        SmppOptions.of("smsc.example", 3550, "shop", "env:SMSC")
            .tls(true)
            .account(new SmppAccount("shop", "env:SMSC", Optional.of("VMA"), false, 2))
            .form(
                new SmppForm(
                    Optional.of("Messina"),
                    Optional.of(5),
                    Optional.of(0),
                    SmppEncoding.UCS2,
                    true,
                    false))
            .inbound(
                new SmppInbound(SmppIdType.HEX_DECIMAL, List.of("BASTA"), List.of("0x0B", "0x401")))
            .limits(new SmppLimits(10, Duration.ofMinutes(1), Duration.ofSeconds(45)));
    assertThat(Wire.write(options)).isEqualTo(ALL);
    assertThat(request(ALL)).isEqualTo(options);
  }

  @Test
  void a_host_and_an_account_are_enough() {
    assertThat(request("{\"host\":\"smsc\",\"system_id\":\"shop\",\"password\":\"file:/smsc\"}"))
        .isEqualTo(SmppOptions.of("smsc", 2775, "shop", "file:/smsc"));
  }

  @Test
  void a_status_is_in_hexadecimal() {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> request(ALL.replace("0x401", "401")))
        .withMessage("unreachable_statuses: a wrong one (expected: as in 0x0B)");
  }

  @ParameterizedTest
  @CsvSource({
    "port, 0, from 1 to 65535",
    "window, 0, from 1 to 10000",
    "binds, 17, from 1 to 16",
    "source_ton, 7, from 0 to 6",
    "transaction_timer, '\"10ms\"', from 1s to 10m",
    "system_id, '\"sixteen-letters!\"', from 1 to 15 characters",
  })
  void what_is_out_of_bounds_is_refused(String field, String value, String expected) {
    String json =
        ALL.replaceAll("\"" + field + "\":(\"[^\"]*\"|[0-9]+)", "\"" + field + "\":" + value);
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> request(json))
        .withMessageContaining(field)
        .withMessageContaining(expected);
  }
}
