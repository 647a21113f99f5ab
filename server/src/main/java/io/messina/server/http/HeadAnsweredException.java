package io.messina.server.http;

/** A HEAD has its answer before the body that it does not get was made. */
final class HeadAnsweredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HeadAnsweredException() {
    super("answered", null, false, false);
  }
}
