package io.messina.bench.http;

import java.nio.ByteBuffer;

/**
 * The same request again and again, as long as it succeeds.
 *
 * @param request its bytes
 */
public record Single(ByteBuffer request) implements Dialogue {

  private static final int BAD_REQUEST = 400;

  @Override
  public ByteBuffer next() {
    return request;
  }

  @Override
  public int answered(HttpAnswer answer) {
    if (answer.status() >= BAD_REQUEST) {
      throw new IllegalStateException("answered " + answer.body());
    }
    return 0;
  }
}
