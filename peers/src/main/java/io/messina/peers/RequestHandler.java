package io.messina.peers;

import java.time.Duration;

/** Carries out requests of other nodes. */
@FunctionalInterface
public interface RequestHandler {

  /**
   * Answers a request, on a separate virtual thread.
   *
   * @param from the asking node
   * @param request the bytes of the request
   * @param within how long the asking node waits; then the thread is interrupted, as it is when
   *     nobody waits any more
   * @return the answer, at most 32 MiB
   * @throws RuntimeException if the request cannot be carried out; it may have been in part
   */
  byte[] answer(PeerIdentity from, byte[] request, Duration within) throws InterruptedException;
}
