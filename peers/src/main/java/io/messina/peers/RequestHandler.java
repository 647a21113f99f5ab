package io.messina.peers;

import java.time.Duration;

/** Carries out what other nodes ask for. */
@FunctionalInterface
public interface RequestHandler {

  /**
   * Answers a request, on a virtual thread of its own.
   *
   * @param from who asks
   * @param request what is asked
   * @param within how long whoever asks waits; then the thread is interrupted, as it is when nobody
   *     waits any more
   * @return the answer, at most 32 MiB
   * @throws RuntimeException if the request cannot be carried out; it may have been in part
   */
  byte[] answer(PeerIdentity from, byte[] request, Duration within) throws InterruptedException;
}
