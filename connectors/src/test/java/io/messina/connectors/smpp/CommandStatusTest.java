package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.SendResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandStatusTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x01, 0x02, 0x03, 0x06, 0x07, 0x0A, 0x0B, 0x15, 0x33, 0x34, 0x40, 0x42, 0x43, 0x44, 0x48,
        0x49, 0x50, 0x51, 0x54, 0x55, 0x61, 0x62, 0x63, 0x65, 0x66, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4,
        0x100, 0x101, 0x102, 0x103, 0x104, 0x105, 0x106
      })
  void what_is_wrong_with_the_message_is_refused(int status) {
    assertThat(CommandStatus.ofAnswer(status)).isInstanceOf(SendResult.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0x04, 0x05, 0x08, 0x0D, 0x0E, 0x0F, 0x14, 0x45, 0x53, 0x64, 0xFE, 0xFF, 0x400, -1})
  void what_may_pass_has_failed(int status) {
    assertThat(CommandStatus.ofAnswer(status)).isInstanceOf(SendResult.Failed.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x58})
  void what_is_too_much_is_throttled(int status) {
    assertThat(CommandStatus.ofAnswer(status)).isInstanceOf(SendResult.Throttled.class);
    assertThat(CommandStatus.ofNack(status)).isInstanceOf(SendResult.Throttled.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x08, 0x45, 0xFF, 0x400})
  void a_nack_that_does_not_say_why_is_uncertain(int status) {
    assertThat(CommandStatus.ofNack(status)).isInstanceOf(SendResult.Uncertain.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x02, 0x03, 0x04, 0x14})
  void a_nack_of_what_was_not_let_in_is_certain(int status) {
    assertThat(CommandStatus.ofNack(status)).isNotInstanceOf(SendResult.Uncertain.class);
  }
}
