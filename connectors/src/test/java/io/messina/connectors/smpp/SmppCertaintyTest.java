package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.protocol.SmppIdType;
import io.messina.api.message.protocol.SmppInbound;
import io.messina.api.message.protocol.SmppLimits;
import io.messina.connectors.RefusalScope;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A result never says that a message centre lacks what it has. */
class SmppCertaintyTest extends SmscFixture {

  private static Stream<Arguments> table() {
    Class<?> accepted = SendResult.Accepted.class;
    Class<?> uncertain = SendResult.Uncertain.class;
    Class<?> failed = SendResult.Failed.class;
    return Stream.of(
        Arguments.of(new SmscAction.Accept(), LONG, accepted),
        Arguments.of(new SmscAction.AcceptAfterReceipts(2), LONG, accepted),
        Arguments.of(new SmscAction.AcceptLate(new CountDownLatch(1)), SHORT, uncertain),
        Arguments.of(new SmscAction.AcceptInSilence(), SHORT, uncertain),
        Arguments.of(new SmscAction.AcceptInSilence(), LONG, uncertain),
        Arguments.of(new SmscAction.AcceptAndCut(), LONG, uncertain),
        Arguments.of(new SmscAction.AcceptAndUnbind(), LONG, uncertain),
        Arguments.of(new SmscAction.AcceptAndBabble(), LONG, uncertain),
        Arguments.of(new SmscAction.AcceptUnreadably(), LONG, uncertain),
        Arguments.of(new SmscAction.Cut(), LONG, uncertain),
        Arguments.of(new SmscAction.Refuse(0x58), LONG, SendResult.Throttled.class),
        Arguments.of(new SmscAction.Refuse(0x14), LONG, failed),
        Arguments.of(new SmscAction.Refuse(0x45), LONG, failed),
        Arguments.of(new SmscAction.Refuse(0x08), LONG, failed),
        Arguments.of(new SmscAction.Refuse(0x401), LONG, failed),
        Arguments.of(new SmscAction.Refuse(0x0B), LONG, SendResult.Refused.class));
  }

  private void check(SendResult result) {
    assertThat(result instanceof SendResult.Accepted || result instanceof SendResult.Uncertain)
        .as("%s, while the message centre has %s", result, smsc.ledger())
        .matches(mayHave -> mayHave || smsc.ledger().isEmpty());
  }

  /** Where an answer is uncertain, it may never come. */
  private SmppConnector bound(Class<?> expected) throws InterruptedException {
    return bound(expected == SendResult.Uncertain.class ? options(TIMER_MIN) : options());
  }

  @ParameterizedTest
  @MethodSource("table")
  void a_message_that_was_accepted_never_counts_as_not_taken(
      SmscAction action, Duration timeout, Class<?> expected) throws InterruptedException {
    smsc.next(action);
    SendResult result = bound(expected).send(message("Ciao"), timeout);
    assertThat(result).isInstanceOf(expected);
    check(result);
    assertThat(smsc.ledger()).hasSizeLessThanOrEqualTo(1);
  }

  private static Stream<Arguments> tornTable() {
    SmscAction yes = new SmscAction.Accept();
    Class<?> uncertain = SendResult.Uncertain.class;
    return Stream.of(
        Arguments.of(List.of(yes, new SmscAction.Refuse(0x45)), uncertain, List.of("id1")),
        Arguments.of(
            List.of(yes, yes, new SmscAction.Refuse(0x0B)), uncertain, List.of("id1", "id2")),
        Arguments.of(List.of(yes, new SmscAction.AcceptAndCut()), uncertain, List.of("id1")),
        Arguments.of(List.of(yes, new SmscAction.Cut()), uncertain, List.of("id1")),
        Arguments.of(List.of(yes, new SmscAction.AcceptInSilence()), uncertain, List.of("id1")),
        Arguments.of(List.of(new SmscAction.AcceptAndCut()), uncertain, List.of()),
        Arguments.of(List.of(new SmscAction.Refuse(0x45)), SendResult.Failed.class, List.of()),
        Arguments.of(List.of(new SmscAction.Refuse(0x58)), SendResult.Throttled.class, List.of()),
        Arguments.of(List.of(new SmscAction.Refuse(0x0B)), SendResult.Refused.class, List.of()));
  }

  @ParameterizedTest
  @MethodSource("tornTable")
  void a_long_message_of_which_some_parts_were_accepted_is_uncertain(
      List<SmscAction> actions, Class<?> expected, List<String> ids) throws InterruptedException {
    smsc.next(actions.toArray(SmscAction[]::new));
    SendResult result = bound(expected).send(message(THREE_PARTS), LONG);
    assertThat(result).isInstanceOf(expected);
    check(result);
    if (result instanceof SendResult.Uncertain uncertain) {
      assertThat(uncertain.partIds()).isEqualTo(ids);
    }
  }

  @Test
  void a_refusal_of_the_number_is_one_of_the_recipient_and_others_are_not()
      throws InterruptedException {
    smsc.next(new SmscAction.Refuse(0x0B), new SmscAction.Refuse(0x0A));
    SmppConnector usual = bound();
    assertThat(scope(usual.send(message("1"), LONG))).isEqualTo(RefusalScope.BOUNCED);
    assertThat(scope(usual.send(message("2"), LONG))).isEqualTo(RefusalScope.MESSAGE);
  }

  @Test
  void which_statuses_are_of_the_recipient_is_up_to_the_connector() throws InterruptedException {
    smsc.next(new SmscAction.Refuse(0x0B), new SmscAction.Refuse(0x401));
    SmppConnector own =
        bound(
            options()
                .inbound(
                    new SmppInbound(
                        SmppIdType.AUTO, List.of(), List.of("0x00000401", "0xFFFFFFFF"))));
    assertThat(scope(own.send(message("1"), LONG))).isEqualTo(RefusalScope.MESSAGE);
    assertThat(scope(own.send(message("2"), LONG))).isEqualTo(RefusalScope.BOUNCED);
  }

  private static RefusalScope scope(SendResult result) {
    return ((SendResult.Refused) result).scope();
  }

  @Test
  void an_answer_that_comes_after_the_time_out_changes_nothing() throws InterruptedException {
    SmppConnector connector = bound();
    CountDownLatch told = new CountDownLatch(1);
    smsc.next(new SmscAction.AcceptLate(told));
    assertThat(connector.send(message("1"), SHORT)).isInstanceOf(SendResult.Uncertain.class);
    told.countDown();
    assertThat(connector.send(message("2"), LONG)).isEqualTo(accepted("id2"));
  }

  @Test
  void a_later_part_that_was_throttled_is_submitted_again_and_no_part_twice() throws Exception {
    SmscAction yes = new SmscAction.Accept();
    smsc.next(yes, new SmscAction.Refuse(0x58), yes, new SmscAction.Refuse(0x14), yes);
    SmppConnector connector = bound();
    CompletableFuture<SendResult> sent =
        CompletableFuture.supplyAsync(() -> connector.send(message(THREE_PARTS), LONG));
    for (int i = 0; i < 2; i++) {
      time.advance(time.awaitScheduled());
    }
    assertThat(sent.get(10, TimeUnit.SECONDS)).isEqualTo(accepted("id1", "id2", "id3"));
    assertThat(smsc.ledger().stream().map(Taken::text))
        .containsExactly("x".repeat(153), "y".repeat(153), "z");
  }

  @Test
  void a_message_that_finds_no_room_in_the_window_has_certainly_failed() throws Exception {
    SmppConnector connector =
        bound(options().limits(new SmppLimits(1, Duration.ofMinutes(1), Duration.ofSeconds(30))));
    CountDownLatch told = new CountDownLatch(1);
    smsc.next(new SmscAction.AcceptLate(told));
    // Its place is taken for as long as the message centre owes an answer
    assertThat(connector.send(message("1"), SHORT)).isInstanceOf(SendResult.Uncertain.class);
    assertThat(connector.send(message("2"), SHORT))
        .matches(
            result -> result instanceof SendResult.Failed failed && failed.code().equals("window"));
    told.countDown();
    assertThat(connector.send(message("3"), LONG)).isEqualTo(accepted("id2"));
    assertThat(smsc.ledger().stream().map(Taken::text)).containsExactly("1", "3");
  }

  @Test
  void an_interrupt_makes_a_message_uncertain_and_leaves_the_bind_alone() throws Exception {
    SmppConnector connector = bound();
    smsc.next(new SmscAction.AcceptInSilence());
    CompletableFuture<SendResult> ended = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread sender =
        Thread.ofVirtual()
            .start(
                () -> {
                  ended.complete(connector.send(message("1"), LONG));
                  interrupted.complete(Thread.currentThread().isInterrupted());
                });
    smsc.awaitTaken();
    sender.interrupt();
    assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(SendResult.Uncertain.class);
    assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(connector.send(message("2"), LONG)).isEqualTo(accepted("id2"));
  }

  @Test
  void what_is_under_way_when_the_connector_closes_is_uncertain() throws Exception {
    SmppConnector connector = bound();
    smsc.next(new SmscAction.AcceptInSilence());
    CompletableFuture<SendResult> sent =
        CompletableFuture.supplyAsync(() -> connector.send(message("1"), Duration.ofMinutes(1)));
    smsc.awaitTaken();
    connector.close();
    assertThat(sent.get(10, TimeUnit.SECONDS)).isInstanceOf(SendResult.Uncertain.class);
    assertThat(connector.send(message("2"), LONG)).isInstanceOf(SendResult.Failed.class);
    assertThat(smsc.ledger()).hasSize(1);
  }
}
