package io.messina.stream.testkit;

import io.messina.peers.call.CallHandler;
import io.messina.peers.call.RemoteShards;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The other nodes as one simulated process reaches them: by the bytes that real nodes send, over a
 * {@link Wire} instead of connections, from its actors.
 */
public final class SimulatedPeers implements Peers {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final SimulatedNode node;
  private final Wire<ShardService> wire;

  /**
   * The way from a process to the others.
   *
   * @param node the process
   * @param wire by which all processes of the cluster are reached
   */
  public SimulatedPeers(SimulatedNode node, Wire<ShardService> wire) {
    this.node = node;
    this.wire = wire;
  }

  @Override
  public ShardService at(String address) {
    return new RemoteShards(
        address, (_, request, within) -> later(address, request, within), TIMEOUT);
  }

  private CompletableFuture<byte[]> later(String address, byte[] request, Duration within) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    node.spawn(
        "peer",
        () -> {
          try {
            answer.complete(wire.call(node, address, within, there -> answer(there, request)));
          } catch (PeerException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  private static byte[] answer(ShardService there, byte[] request) {
    try {
      return new CallHandler(there).answer(request);
    } catch (InterruptedException e) {
      throw new PeerException("interrupted", true);
    }
  }
}
