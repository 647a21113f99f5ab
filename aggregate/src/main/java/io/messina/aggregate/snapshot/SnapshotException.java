package io.messina.aggregate.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot cannot be kept, read or removed. All that was done so far does not count, and the same
 * call may be made again later.
 */
public class SnapshotException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception.
   *
   * @param message the action that failed, and its place
   * @param cause why; null if the message says so
   */
  public SnapshotException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** An object does not exist; asking again is of no use. */
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
