package io.messina.bench.http;

import java.nio.ByteBuffer;

/** What one connection asks, one request after the other. For the thread of its {@link Load}. */
interface Dialogue {

  /** The next request; it is not changed. */
  ByteBuffer next();

  /**
   * Checks what came back.
   *
   * @return how many events it stands for
   */
  int answered(Answer answer);
}
