package io.messina.bench.http;

import java.nio.ByteBuffer;

/** The requests of one connection, one after the other. For the thread of its {@link HttpLoad}. */
public interface Dialogue {

  /**
   * The next request.
   *
   * @return its bytes, which are not changed
   */
  ByteBuffer next();

  /**
   * The next request, for one that tells when it was due.
   *
   * @param dueNanos by {@link System#nanoTime}
   * @return its bytes, which are not changed until it is answered
   */
  default ByteBuffer next(long dueNanos) {
    return next();
  }

  /**
   * Whether its connection may rest now, for longer than leases run.
   *
   * @return false where something has to be finished first
   */
  default boolean mayRest() {
    return true;
  }

  /**
   * Checks an answer.
   *
   * @param answer the whole of it
   * @return how many events it stands for
   */
  int answered(HttpAnswer answer);
}
