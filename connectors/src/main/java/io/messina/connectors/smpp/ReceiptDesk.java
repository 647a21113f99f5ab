package io.messina.connectors.smpp;

import io.messina.connectors.Receipt;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.util.DefaultDecomposer;
import org.jsmpp.util.PDUDecomposer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes deliver_sm and says with which status to answer: only once whoever keeps receipts has it,
 * so that the message centre sends again what was not kept. Each has a thread of its own. Safe for
 * use by many threads.
 */
final class ReceiptDesk {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptDesk.class);

  /** Under way at a time; the message centre is told to wait with more. */
  private static final int RECEIPTS_MAX = 1_000;

  private final PDUDecomposer decomposer = new DefaultDecomposer();
  private final Semaphore left = new Semaphore(RECEIPTS_MAX);
  private final Consumer<Receipt> receipts;
  private final SmscIds ids;

  ReceiptDesk(Consumer<Receipt> receipts, SmscIds ids) {
    this.receipts = receipts;
    this.ids = ids;
  }

  /**
   * Takes one, without waiting for it.
   *
   * @param pdu a deliver_sm
   * @param answer is called once, on any thread, with a status
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

  /** What cannot be read now can never be, so that it must not come again. */
  private int status(byte[] pdu) {
    Optional<Receipt> receipt;
    try {
      receipt = DeliveryReceipt.read(decomposer.deliverSm(pdu), ids);
    } catch (PDUStringException | RuntimeException e) {
      LOG.warn("A deliver_sm cannot be read", e);
      return SMPPConstant.STAT_ESME_RX_P_APPN;
    }
    if (receipt.isEmpty()) {
      LOG.debug("A deliver_sm is no receipt");
      return SMPPConstant.STAT_ESME_RX_R_APPN;
    }
    try {
      receipts.accept(receipt.get());
      return SMPPConstant.STAT_ESME_ROK;
    } catch (RuntimeException e) {
      LOG.warn("A receipt was not kept; the message centre is to send it again", e);
      return SMPPConstant.STAT_ESME_RX_T_APPN;
    }
  }
}
