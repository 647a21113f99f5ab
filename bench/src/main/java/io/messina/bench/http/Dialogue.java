package io.messina.bench.http;

import java.nio.ByteBuffer;

/**
 * What one connection asks, one request after the other. For the thread of its {@link HttpLoad}.
 */
public interface Dialogue {

  /**
   * The next request.
   *
   * @return its bytes, which are not changed
   */
  ByteBuffer next();

  /**
   * Checks what came back.
   *
   * @param answer the whole of it
   * @return how many events it stands for
   */
  int answered(HttpAnswer answer);
}
