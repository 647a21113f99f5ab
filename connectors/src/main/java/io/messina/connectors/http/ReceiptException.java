package io.messina.connectors.http;

/** A callback is not a receipt. */
public final class ReceiptException extends Exception {

  private static final long serialVersionUID = 1;

  /** The kind of fault. */
  public enum Fault {
    /** It is not signed as it must be: its sender is unknown. */
    UNSIGNED,
    /** It cannot be read. */
    UNREADABLE
  }

  private final Fault fault;

  ReceiptException(Fault fault, String sentence) {
    super(sentence);
    this.fault = fault;
  }

  /** Returns the kind of fault. */
  public Fault fault() {
    return fault;
  }
}
