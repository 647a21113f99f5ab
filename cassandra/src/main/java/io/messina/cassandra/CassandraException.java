package io.messina.cassandra;

/**
 * A node could not be started or handled. The message says why and, if that is known, how to fix
 * it.
 */
public final class CassandraException extends RuntimeException {

  CassandraException(String message) {
    super(message);
  }

  CassandraException(String message, Throwable cause) {
    super(message, cause);
  }
}
