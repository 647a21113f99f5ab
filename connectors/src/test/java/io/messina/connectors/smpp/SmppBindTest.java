package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.SendResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SmppBindTest extends SmscFixture {

  private static void checkUnbound(SendResult result) {
    assertThat(result)
        .matches(end -> end instanceof SendResult.Failed failed && failed.code().equals("connect"));
  }

  private static void checkAbout(Duration wait, long seconds) {
    assertThat(wait).isBetween(Duration.ofMillis(seconds * 800), Duration.ofMillis(seconds * 1200));
  }

  @ParameterizedTest
  @EnumSource(
      value = SmscAction.OfBind.class,
      names = {"REFUSE", "HANG", "CUT"})
  void a_bind_that_fails_is_tried_again_after_a_wait(SmscAction.OfBind failure)
      throws InterruptedException {
    smsc.nextBinds(failure);
    SmppConnector connector = unbound(options(TIMER_MIN), receipts::add);
    Duration wait = time.awaitScheduled();
    checkAbout(wait, 1);
    checkUnbound(connector.send(message("1"), LONG));
    time.advance(wait);
    assertThat(connector.awaitBound(LONG)).isTrue();
    assertThat(connector.send(message("2"), LONG)).isEqualTo(accepted("id1"));
  }

  @Test
  void the_waits_between_binds_grow() throws InterruptedException {
    SmscAction.OfBind no = SmscAction.OfBind.CUT;
    smsc.nextBinds(no, no, no, no, no, no, no, no);
    unbound(options(), receipts::add);
    for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
      assertThat(smsc.awaitBind()).isEqualTo(no);
      Duration wait = time.awaitScheduled();
      checkAbout(wait, seconds);
      time.advance(wait);
    }
    assertThat(smsc.awaitBind()).isEqualTo(SmscAction.OfBind.ACCEPT);
  }

  @Test
  void a_bind_that_was_lost_is_made_again() throws InterruptedException {
    SmppConnector connector = bound();
    for (int i = 1; i <= 3; i++) {
      assertThat(smsc.awaitBind()).isEqualTo(SmscAction.OfBind.ACCEPT);
      assertThat(connector.send(message("Ciao"), LONG)).isEqualTo(accepted("id" + i));
      smsc.cut();
      Duration wait = time.awaitScheduled();
      checkAbout(wait, 1); // not longer each time, since it worked in between
      checkUnbound(connector.send(message("lost"), LONG));
      time.advance(wait);
      assertThat(connector.awaitBound(LONG)).isTrue();
    }
    assertThat(smsc.ledger()).hasSize(3);
  }

  private static Stream<byte[]> babble() {
    return Stream.of(
        "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
        new byte[64],
        new byte[] {0x7F, -1, -1, -1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1},
        new byte[] {-1, -1, -1, -1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1});
  }

  @ParameterizedTest
  @MethodSource("babble")
  void octets_that_are_no_pdu_end_the_bind_and_another_is_made(byte[] octets)
      throws InterruptedException, IOException {
    SmppConnector connector = bound();
    assertThat(smsc.awaitBind()).isEqualTo(SmscAction.OfBind.ACCEPT);
    smsc.babble(octets);
    time.advance(time.awaitScheduled());
    assertThat(smsc.awaitBind()).isEqualTo(SmscAction.OfBind.ACCEPT);
    assertThat(connector.awaitBound(LONG)).isTrue();
    assertThat(connector.send(message("Ciao"), LONG)).isEqualTo(accepted("id1"));
  }

  @Test
  void a_bind_that_is_throttled_submits_nothing_for_a_while_that_grows()
      throws InterruptedException {
    SmppConnector connector = bound();
    SmscAction no = new SmscAction.Refuse(0x58);
    smsc.next(no, no);
    for (long seconds : new long[] {1, 2}) {
      SendResult first = connector.send(message("1"), LONG);
      assertThat(first).isInstanceOf(SendResult.Throttled.class);
      Duration wait = ((SendResult.Throttled) first).retryAfter().orElseThrow();
      checkAbout(wait, seconds);
      assertThat(connector.send(message("2"), LONG)).isInstanceOf(SendResult.Throttled.class);
      assertThat(smsc.ledger()).as("what was submitted in the pause").isEmpty();
      time.advance(wait);
    }
    assertThat(connector.send(message("3"), LONG)).isEqualTo(accepted("id1"));
  }
}
