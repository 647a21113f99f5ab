package io.messina.cli.load;

/** A file that cannot be loaded; the message is one sentence for whoever has it. */
final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadInputException(String message) {
    super(message);
  }
}
