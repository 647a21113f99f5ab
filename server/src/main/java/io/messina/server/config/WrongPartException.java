package io.messina.server.config;

/** A part of a value is wrong; the message names the part and the expected form. */
final class WrongPartException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  WrongPartException(String message, IllegalArgumentException cause) {
    super(message, cause);
  }
}
