package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.connector.ReceiptKind;
import io.messina.api.message.protocol.SmppAccount;
import io.messina.api.message.protocol.SmppIdType;
import io.messina.api.message.protocol.SmppInbound;
import io.messina.connectors.Receipt;
import io.messina.connectors.Reply;
import io.messina.connectors.SendResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.OptionalParameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmppReceiptTest extends SmscFixture {

  private static final int RECEIPT = SMPPConstant.ESMCLS_SMSC_DELIV_RECEIPT;

  private SmppConnector ready() throws InterruptedException {
    SmppConnector connector = bound();
    smsc.awaitBind();
    return connector;
  }

  private List<String> seen() {
    return receipts.stream().map(each -> each.providerId() + " " + each.kind().name()).toList();
  }

  @Test
  void receipts_come_early_doubled_and_in_any_order_as_they_are_sent() throws InterruptedException {
    SmppConnector connector = ready();
    smsc.next(new SmscAction.AcceptAfterReceipts(2));
    assertThat(connector.send(message("Ciao"), LONG)).isEqualTo(accepted("id1"));
    assertThat(smsc.deliver("id1", "DELIVRD")).isZero();
    assertThat(smsc.deliver("id1", "ENROUTE")).isZero();
    assertThat(smsc.deliver("stranger", "UNDELIV")).isZero();
    assertThat(seen())
        .containsExactly(
            "id1 DELIVERED", "id1 DELIVERED", "id1 DELIVERED", "id1 SENT", "stranger UNDELIVERED");
  }

  @Test
  void each_part_has_receipts_by_its_own_id() throws InterruptedException {
    SmppConnector connector = ready();
    SendResult.Accepted sent = (SendResult.Accepted) connector.send(message(THREE_PARTS), LONG);
    for (String part : sent.providerIds().reversed()) {
      assertThat(smsc.deliver(part, "DELIVRD")).isZero();
    }
    assertThat(receipts.stream().map(Receipt::providerId)).containsExactly("id3", "id2", "id1");
  }

  @ParameterizedTest
  @CsvSource({
    "auto, 4F9A, 4F9A",
    "auto, 0E999F21, E999F21",
    "auto, 3ade68b1, 3ADE68B1",
    "auto, 812FC747, 2167392071",
    "auto, 2167392071, 0812fc747",
    "auto, 0000029095, 29095",
    "auto, 550e8400-e29b-41d4, 550e8400-e29b-41d4",
    "hex_decimal, 10203040, 270544960",
    "hex_decimal, 812FC747, 2167392071",
    "decimal_hex, 270544960, 10203040",
    "same, 0E999F21, 0E999F21",
  })
  void a_receipt_finds_its_message_however_the_message_centre_writes_numbers(
      String type, String answered, String received) throws InterruptedException {
    SmppConnector connector =
        bound(
            options()
                .inbound(
                    new SmppInbound(
                        SmppIdType.valueOf(type.toUpperCase(Locale.ROOT)), List.of(), List.of())));
    smsc.awaitBind();
    smsc.nameNext(answered);
    SendResult.Accepted sent = (SendResult.Accepted) connector.send(message("Ciao"), LONG);
    assertThat(smsc.deliver(received, "DELIVRD")).isZero();
    assertThat(receipts.getFirst().providerId()).isEqualTo(sent.providerIds().getFirst());
  }

  @ParameterizedTest
  @CsvSource({
    "auto, 4F9a, 4f9A",
    "auto, xF9A, XF9A",
    "auto, 10203040, 270544960",
    "same, 3ade68b1, 3ADE68B1",
    "same, 10, 010",
  })
  void ids_that_may_be_of_two_messages_are_not_taken_for_one(
      String type, String one, String other) {
    SmscIds ids = new SmscIds(SmppIdType.valueOf(type.toUpperCase(Locale.ROOT)));
    assertThat(ids.ofAnswer(one)).isNotEqualTo(ids.ofReceipt(other));
  }

  @Test
  void a_receipt_is_told_by_parameters_as_by_text() throws InterruptedException {
    ready();
    OptionalParameter state = new OptionalParameter.Message_state((byte) 5);
    OptionalParameter id = new OptionalParameter.Receipted_message_id("id7");
    assertThat(smsc.deliver(RECEIPT, "", id, state)).isZero();
    assertThat(smsc.deliver(0, "id:other stat:DELIVRD err:034", id, state)).isZero();
    assertThat(smsc.deliver(RECEIPT, "Id: id8  Stat: delivrd")).isZero();
    assertThat(
            smsc.deliver(
                RECEIPT,
                "",
                new OptionalParameter.Message_payload(
                    "id:id9 stat:EXPIRED".getBytes(StandardCharsets.US_ASCII))))
        .isZero();
    assertThat(seen())
        .containsExactly("id7 UNDELIVERED", "id7 UNDELIVERED", "id8 DELIVERED", "id9 UNDELIVERED");
    assertThat(receipts.get(1))
        .isEqualTo(
            new Receipt(
                "id7",
                Optional.empty(),
                ReceiptKind.UNDELIVERED,
                Optional.of("034"),
                Optional.of("UNDELIV"),
                Optional.empty()));
  }

  @Test
  void a_text_from_a_phone_is_no_receipt_whatever_it_says() throws InterruptedException {
    ready();
    assertThat(smsc.deliver(0, "id:id1 stat:DELIVRD")).isZero();
    assertThat(smsc.deliver(RECEIPT, "nonsense")).isEqualTo(SMPPConstant.STAT_ESME_RX_R_APPN);
    assertThat(receipts).isEmpty();
    assertThat(replies)
        .containsExactly(new Reply("+393331234567", "1234", "id:id1 stat:DELIVRD", false));
  }

  @ParameterizedTest
  @CsvSource({
    "STOP, true",
    "' stop\r\n', true",
    "unsubscribe, true",
    "StopAll, true",
    "Please stop, false",
    "STOP IT, false",
    "BASTA, false",
    "'', false",
  })
  void a_text_of_one_word_says_that_its_sender_wants_no_more(String text, boolean isOptOut)
      throws InterruptedException {
    ready();
    assertThat(smsc.deliver(0, text)).isZero();
    assertThat(replies.getFirst().isOptOut()).isEqualTo(isOptOut);
  }

  @Test
  void the_words_are_those_of_the_connector() throws InterruptedException {
    bound(options().inbound(new SmppInbound(SmppIdType.AUTO, List.of("Basta"), List.of())));
    smsc.awaitBind();
    assertThat(smsc.deliver(0, "basta")).isZero();
    assertThat(smsc.deliver(0, "STOP")).isZero();
    assertThat(replies).extracting(Reply::isOptOut).containsExactly(true, false);
  }

  @Test
  void a_receipt_that_was_not_kept_is_to_come_again() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    bound(
        options(),
        receipt -> {
          if (tries.incrementAndGet() == 1) {
            throw new IllegalStateException("the disk is full");
          }
          receipts.add(receipt);
        });
    smsc.awaitBind();
    assertThat(smsc.deliver("id1", "DELIVRD")).isEqualTo(SMPPConstant.STAT_ESME_RX_T_APPN);
    assertThat(receipts).isEmpty();
    assertThat(smsc.deliver("id1", "DELIVRD")).isZero();
    assertThat(receipts).hasSize(1);
  }

  @Test
  void answers_do_not_wait_for_receipts_that_are_slow_to_keep() throws Exception {
    CountDownLatch kept = new CountDownLatch(1);
    CountDownLatch coming = new CountDownLatch(50);
    SmppConnector connector =
        bound(
            options(),
            receipt -> {
              coming.countDown();
              awaitQuietly(kept);
              receipts.add(receipt);
            });
    smsc.awaitBind();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        String id = "r" + i;
        answers.add(CompletableFuture.supplyAsync(() -> smsc.deliver(id, "DELIVRD"), threads));
      }
      assertThat(coming.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(connector.send(message("Ciao"), LONG)).isEqualTo(accepted("id1"));
      assertThat(answers).noneMatch(CompletableFuture::isDone);
      kept.countDown();
      for (CompletableFuture<Integer> answer : answers) {
        assertThat(answer.get(10, TimeUnit.SECONDS)).isZero();
      }
    }
    assertThat(receipts).hasSize(50);
  }

  @Test
  void receipts_come_by_a_bind_of_their_own_if_none_does_both() throws InterruptedException {
    SmppConnector connector =
        bound(options().account(new SmppAccount("shop", "env:SMSC", Optional.empty(), false, 1)));
    smsc.awaitBind();
    smsc.awaitBind();
    assertThat(connector.send(message("Ciao"), LONG)).isEqualTo(accepted("id1"));
    assertThat(smsc.deliver("id1", "DELIVRD")).isZero();
    assertThat(seen()).containsExactly("id1 DELIVERED");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
