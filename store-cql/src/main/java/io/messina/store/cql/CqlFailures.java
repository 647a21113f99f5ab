package io.messina.store.cql;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Turns failures of the driver into failures of a store. */
final class CqlFailures {

  /** As nodes say it in version 5 of the protocol. */
  private static final int TOO_MANY_TOMBSTONES = 1;

  private CqlFailures() {}

  /** The failure with which a stage of the driver completed. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /**
   * The failure of a read or of a plain write: both may be tried again.
   *
   * @return the failure, but throws a refusal by the database as it is, since only a look at the
   *     schema tells its meaning
   */
  static StoreException harmless(String what, Throwable failure) {
    Throwable cause = cause(failure);
    rethrowRefusal(cause);
    if (cause instanceof Error error) {
      throw error;
    }
    return new StoreUnavailableException(what + ": " + sentence(cause), cause);
  }

  /**
   * The failure of a fenced write. Its outcome is unknown, unless the database certainly refused it
   * before doing anything, or no node ever got the whole of it.
   */
  static StoreException fenced(String what, Throwable failure) {
    Throwable cause = cause(failure);
    rethrowRefusal(cause);
    return wasNeverSent(cause)
        ? new StoreUnavailableException(what + ": " + sentence(cause), cause)
        : new UnknownOutcomeException(what + ": " + sentence(cause), cause);
  }

  /**
   * Whether a read failed as a node would have had to pass over more deletes than it may, or as a
   * node failed that does not say why. Asking for less may help.
   */
  static boolean isOfTooManyDeletes(StoreException failure) {
    return failure.getCause() instanceof ReadFailureException read
        && (read.getReasonMap().isEmpty()
            || read.getReasonMap().containsValue(TOO_MANY_TOMBSTONES));
  }

  private static void rethrowRefusal(Throwable cause) {
    if (cause instanceof QueryValidationException refusal) {
      throw refusal;
    } else if (cause instanceof StoreException known) {
      throw known;
    }
  }

  private static boolean wasNeverSent(Throwable cause) {
    return cause instanceof AllNodesFailedException failed
        && failed.getAllErrors().values().stream()
            .flatMap(List::stream)
            .allMatch(CqlFailures::wasNeverTaken);
  }

  private static boolean wasNeverTaken(Throwable error) {
    return error instanceof NodeUnavailableException
        || error instanceof BusyConnectionException
        || error instanceof BootstrappingException;
  }

  private static String sentence(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
  }
}
