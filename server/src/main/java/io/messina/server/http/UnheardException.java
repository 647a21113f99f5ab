package io.messina.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The client has gone before anything of the content of its answer was sent. */
public final class UnheardException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  UnheardException(IOException cause) {
    super("the client has gone", cause);
  }
}
