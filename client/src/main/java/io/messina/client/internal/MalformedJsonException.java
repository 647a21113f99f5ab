package io.messina.client.internal;

import org.jspecify.annotations.Nullable;

/** The text is not JSON, or not of the expected form. */
public final class MalformedJsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public MalformedJsonException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
