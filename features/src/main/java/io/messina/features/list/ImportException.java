package io.messina.features.list;

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
   * How far it came.
   *
   * @return up to which line all is added, and what was certainly added of these lines and others
   */
  public TransferProgress done() {
    return done;
  }

  /**
   * What ended it.
   *
   * @return a {@link io.messina.api.WireException}, a {@link io.messina.runtime.RequestException},
   *     a {@link io.messina.runtime.RequestException} or a {@link io.messina.store.StoreException}
   */
  public RuntimeException reason() {
    return reason;
  }
}
