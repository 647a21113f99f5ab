package io.messina.peers.call;

import io.messina.peers.PeerNetwork;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The shards of other nodes, over the connections of this one. */
public final class RemotePeers implements Peers {

  /**
   * The time that a node may take to answer, in addition to the wait of the call. A node that has
   * ended is noticed earlier, by its connection.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final PeerNetwork network;
  private final BooleanSupplier reached;

  /**
   * All nodes that the network reaches.
   *
   * @param network outlives it
   * @param reached whether other nodes may reach this one, as {@link #isReached} has it
   */
  public RemotePeers(PeerNetwork network, BooleanSupplier reached) {
    this.network = network;
    this.reached = reached;
  }

  @Override
  public boolean isReached() {
    return reached.getAsBoolean();
  }

  @Override
  public ShardService at(String address) {
    return new RemoteShards(
        address,
        (weight, request, within) -> network.ask(address, weight, request, within),
        PATIENCE);
  }
}
