package io.messina.aggregate.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot cannot be kept, read or removed. What was done so far counts for nothing, and the same
 * call may be made again later.
 */
public class SnapshotException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception.
   *
   * @param message what cannot be done, and where
   * @param cause why; null if the message says so
   */
  public SnapshotException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** An object is not there; asking again is of no use. */
  public static final class Missing extends SnapshotException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param message names the object and its place
     * @param cause why; null if the message says so
     */
    public Missing(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
