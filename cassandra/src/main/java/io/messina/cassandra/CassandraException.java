package io.messina.cassandra;

/**
 * A node could not be started or handled. The message says why and, where that is known, what to
 * do.
 */
public final class CassandraException extends RuntimeException {

  CassandraException(String message) {
    super(message);
  }

  CassandraException(String message, Throwable cause) {
    super(message, cause);
  }
}
