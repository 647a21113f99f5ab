package io.messina.client;

import org.jspecify.annotations.Nullable;

/** What was read is not JSON, or not of the expected form. */
final class MalformedJsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedJsonException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
