package io.messina.aggregate.node;

/**
 * A folder of states belongs to another store, or may do so: it is not read, and nothing in it is
 * changed.
 */
public final class ForeignStateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ForeignStateException(String message) {
    super(message);
  }
}
