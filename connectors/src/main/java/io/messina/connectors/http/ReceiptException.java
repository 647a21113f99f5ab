package io.messina.connectors.http;

/** What came as a receipt is none. */
public final class ReceiptException extends Exception {

  private static final long serialVersionUID = 1;

  /** What is wrong with it. */
  public enum Fault {
    /** It is not signed as it must be; nobody knows where it comes from. */
    UNSIGNED,
    /** It cannot be read. */
    UNREADABLE
  }

  private final Fault fault;

  ReceiptException(Fault fault, String sentence) {
    super(sentence);
    this.fault = fault;
  }

  /**
   * What is wrong with it.
   *
   * @return the kind of fault
   */
  public Fault fault() {
    return fault;
  }
}
