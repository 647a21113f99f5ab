package io.messina.server.http;

/** Ends a HEAD request, whose answer was sent without its body. */
final class HeadAnsweredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HeadAnsweredException() {
    super("answered", null, false, false);
  }
}
