package io.messina.connectors.smpp;

import java.util.concurrent.CountDownLatch;

/** What a scripted message centre does with a submit_sm. */
public sealed interface SmscAction {

  /** Accepts it and answers. */
  record Accept() implements SmscAction {}

  /**
   * Accepts it, and answers when it is told to.
   *
   * @param told when
   */
  record AcceptLate(CountDownLatch told) implements SmscAction {}

  /** Accepts it, and never answers. */
  record AcceptInSilence() implements SmscAction {}

  /** Accepts it, and cuts the connection. */
  record AcceptAndCut() implements SmscAction {}

  /** Accepts it, and sends octets that are no PDU. */
  record AcceptAndBabble() implements SmscAction {}

  /**
   * Accepts it, and sends receipts of it before the answer.
   *
   * @param times how often
   */
  record AcceptAfterReceipts(int times) implements SmscAction {}

  /** Accepts it, and answers with an id that the protocol does not allow, being too long. */
  record AcceptUnreadably() implements SmscAction {}

  /** Accepts it, and unbinds before it answers. */
  record AcceptAndUnbind() implements SmscAction {}

  /**
   * Does not accept it.
   *
   * @param status of the answer
   */
  record Refuse(int status) implements SmscAction {}

  /** Does not accept it, and cuts the connection. */
  record Cut() implements SmscAction {}

  /** What a scripted message centre does with a bind. */
  enum OfBind {
    ACCEPT,
    REFUSE,
    /** Never answers. */
    HANG,
    /** Cuts the connection. */
    CUT
  }
}
