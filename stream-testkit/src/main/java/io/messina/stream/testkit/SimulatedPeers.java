package io.messina.stream.testkit;

import io.messina.peers.call.CallHandler;
import io.messina.peers.call.RemoteShards;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The other nodes as one simulated process reaches them: by the bytes that real nodes send, over a
 * {@link Wire} instead of connections, from its actors.
 */
public final class SimulatedPeers implements Peers {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  /** Whether the thread carries out a request of another process. */
  private static final ThreadLocal<Boolean> ANSWERS = ThreadLocal.withInitial(() -> false);

  private final SimulatedNode node;
  private final Wire<ShardService> wire;
  private final Consumer<String> passedOn;

  /**
   * The way from a process to the others.
   *
   * @param node the process
   * @param wire by which all processes of the cluster are reached
   */
  public SimulatedPeers(SimulatedNode node, Wire<ShardService> wire) {
    this(node, wire, _ -> {});
  }

  /**
   * Likewise.
   *
   * @param passedOn is told the address if a process asks another one to answer a third
   */
  public SimulatedPeers(SimulatedNode node, Wire<ShardService> wire, Consumer<String> passedOn) {
    this.node = node;
    this.wire = wire;
    this.passedOn = passedOn;
  }

  @Override
  public ShardService at(String address) {
    return new RemoteShards(
        address, (_, request, within) -> later(address, request, within), TIMEOUT);
  }

  private CompletableFuture<byte[]> later(String address, byte[] request, Duration within) {
    if (ANSWERS.get()) {
      passedOn.accept(address);
    }
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
    ANSWERS.set(true);
    try {
      return new CallHandler(there).answer(request);
    } catch (InterruptedException e) {
      throw new PeerException("interrupted", true);
    } finally {
      ANSWERS.remove();
    }
  }
}
