package io.messina.peers.call;

import io.messina.peers.PeerNetwork.Weight;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The way to another node. Safe for use by many threads. */
@FunctionalInterface
public interface Transport {

  /**
   * Sends a request.
   *
   * @param weight of the request
   * @param request at most {@link io.messina.peers.PeerNetwork#REQUEST_BYTES_MAX}
   * @param within how long the answer may take
   * @return the answer, or exceptionally a {@link io.messina.stream.owner.PeerException}.
   *     Cancelling it tells the node that the caller waits no more
   * @throws InterruptedException if the caller is interrupted before the request is on its way
   */
  CompletableFuture<byte[]> ask(Weight weight, byte[] request, Duration within)
      throws InterruptedException;
}
