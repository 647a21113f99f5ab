package io.messina.features.contents;

/**
 * An import that ended half-way: part of it is added. Repeating all of it once the cause is gone
 * adds the rest and changes nothing else.
 */
public final class ImportException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient TransferProgress done;
  private final RuntimeException reason;

  ImportException(TransferProgress done, RuntimeException cause) {
    super(cause.getMessage(), cause);
    this.done = done;
    this.reason = cause;
  }

  /**
   * Returns the progress: all lines up to a line are added; the counts are of items that were
   * certainly added, of these lines and of others.
   */
  public TransferProgress done() {
    return done;
  }

  /**
   * The cause of the end.
   *
   * @return a {@link io.messina.api.WireException}, a {@link io.messina.runtime.RequestException}
   *     or a {@link io.messina.store.StoreException}
   */
  public RuntimeException reason() {
    return reason;
  }
}
