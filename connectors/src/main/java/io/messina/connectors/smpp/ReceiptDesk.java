package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppInbound;
import io.messina.connectors.Inbox;
import io.messina.connectors.Reply;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.util.DefaultDecomposer;
import org.jsmpp.util.PDUDecomposer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes each deliver_sm, and answers it only after the inbox has kept it, so that the message
 * centre sends again if it was not kept. Each is taken on a separate thread. Safe for use by many
 * threads.
 */
final class ReceiptDesk {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptDesk.class);

  /** Under way at a time; the message centre is told to wait with more. */
  private static final int RECEIPTS_MAX = 1_000;

  private final PDUDecomposer decomposer = new DefaultDecomposer();
  private final Semaphore left = new Semaphore(RECEIPTS_MAX);
  private final Inbox inbox;
  private final SmscIds ids;
  private final ReplyReading replies;

  ReceiptDesk(Inbox inbox, SmppInbound options) {
    this.inbox = inbox;
    this.ids = new SmscIds(options.msgIdType());
    this.replies = new ReplyReading(options.optOutWords());
  }

  /**
   * Takes one, without waiting for it.
   *
   * @param pdu a deliver_sm
   * @param answer is called once, on any thread, with the status of the answer
   */
  void take(byte[] pdu, IntConsumer answer) {
    if (!left.tryAcquire()) {
      answer.accept(SMPPConstant.STAT_ESME_RTHROTTLED);
      return;
    }
    Thread.ofVirtual()
        .name("smpp-receipt")
        .start(
            () -> {
              try {
                answer.accept(status(pdu));
              } finally {
                left.release();
              }
            });
  }

  /** A PDU that is unreadable now will never be readable, so it must not come again. */
  private int status(byte[] pdu) {
    Optional<Runnable> keeping;
    try {
      keeping = keeping(decomposer.deliverSm(pdu));
    } catch (PDUStringException | RuntimeException e) {
      LOG.warn("A deliver_sm cannot be read", e);
      return SMPPConstant.STAT_ESME_RX_P_APPN;
    }
    if (keeping.isEmpty()) {
      LOG.debug("A receipt names no message, or no state");
      return SMPPConstant.STAT_ESME_RX_R_APPN;
    }
    try {
      keeping.get().run();
      return SMPPConstant.STAT_ESME_ROK;
    } catch (RuntimeException e) {
      LOG.warn("A deliver_sm was not kept; the message centre is to send it again", e);
      return SMPPConstant.STAT_ESME_RX_T_APPN;
    }
  }

  private Optional<Runnable> keeping(DeliverSm delivered) {
    if (DeliveryReceipt.isOne(delivered)) {
      return DeliveryReceipt.read(delivered, ids)
          .map(receipt -> () -> inbox.receipts().accept(receipt));
    }
    Reply reply = replies.read(delivered);
    return Optional.of(() -> inbox.replies().accept(reply));
  }
}
